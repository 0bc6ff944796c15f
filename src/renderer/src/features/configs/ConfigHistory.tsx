import { Button } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { api, sentenceOf, useServiceEvents } from '../../api'
import { openCompare } from '../../workbench/workbench'
import { State } from '../../components/State'
import { notify, notifyFailure } from '../../workbench/toast'
import { atStart } from '../../documents'
import { versionRef } from '../../documents/versions/compare-newest'
import { makerNames } from '../../documents/versions/makers'
import { knownVersions, type KnownVersion } from '../../documents/versions/written'
import { exactTime, whenOf } from '../../components/formats'
import { useNow } from '../../components/useNow'
import { changesOf } from './change-list'
import type { ConfigDraft } from './config-draft'
import classes from './configs.module.css'

/**
 * What a config was, who made it so, and the way back (C2). A state that is taken back is saved like any
 * other change.
 */
export function ConfigHistory({
  draft,
  me
}: {
  readonly draft: ConfigDraft
  readonly me: string | undefined
}) {
  const [versions, setVersions] = useState<readonly KnownVersion[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [open, setOpen] = useState<string | null>(null)
  const now = useNow()
  const { path } = draft
  const load = useCallback(async () => {
    try {
      setVersions(knownVersions(await api.configHistory(path)))
      setProblem(null)
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }, [path])
  useEffect(() => {
    let gone = false
    api.configHistory(path).then(
      (found) => !gone && setVersions(knownVersions(found)),
      (error: unknown) => !gone && setProblem(sentenceOf(error))
    )
    return () => {
      gone = true
    }
  }, [path])
  useServiceEvents((event) => {
    if (event.type === 'hello' || (event.type === 'config' && event.path === path)) void load()
  })
  if (problem !== null) {
    return (
      <State tone="bad" title="The history could not be read" onAgain={() => void load()}>
        {problem}
      </State>
    )
  }
  if (!versions) return <div aria-busy="true" />
  if (versions.length === 0) {
    return <State title="No earlier states">Each time this config is saved, what it was is kept here.</State>
  }
  return (
    <ul className={classes.versions} aria-label="Earlier states">
      {versions.map((version) => (
        <li key={version.url}>
          <button
            type="button"
            aria-expanded={open === version.url}
            onClick={() => setOpen(open === version.url ? null : version.url)}
          >
            <b>{atStart(makerNames(version.wrote.by, me))}</b>
            <time dateTime={new Date(version.wrote.at).toISOString()} title={exactTime(version.wrote.at)}>
              {whenOf(version.wrote.at, now)}
            </time>
          </button>
          {open === version.url && <Earlier draft={draft} version={version} now={now} />}
        </li>
      ))}
    </ul>
  )
}

interface EarlierProps {
  readonly draft: ConfigDraft
  readonly version: KnownVersion
  readonly now: number
}

function Earlier({ draft, version, now }: EarlierProps) {
  const [text, setText] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    api.readVersion(version.url, { signal: stop.signal }).then(
      (found) => setText(found.text),
      (error: unknown) => !stop.signal.aborted && setProblem(sentenceOf(error))
    )
    return () => stop.abort()
  }, [version.url])
  if (problem !== null) return <p role="alert">{problem}</p>
  if (text === null) return <p aria-busy="true" />
  const changes = changesOf(text, draft.current)
  const total = changes?.reduce((sum, sheet) => sum + sheet.changes.length, 0)
  const compare = () => {
    const { path } = draft
    openCompare(path, versionRef(path, version), { kind: 'config-draft', path })
  }
  const takeBack = () => {
    if (!draft.writable)
      return notifyFailure('This config cannot be changed', 'You may read it, and not write it.')
    draft.set(text, true)
    notify(`This is the state of ${whenOf(version.wrote.at, now)}. Save to keep it, or undo.`)
  }
  return (
    <div className={classes.earlier}>
      {total === 0 ? (
        <p className={classes.quiet}>The same sheets, rows and values as shown now.</p>
      ) : (
        <ul>
          {changes === null ? (
            <li>Differs as a whole</li>
          ) : (
            changes.flatMap(({ sheet, changes: its }) =>
              its.slice(0, 12).map((change, index) => (
                <li key={`${sheet} ${index}`} data-kind={change.kind}>
                  {sheet === '' ? '' : `${sheet}: `}
                  {since[change.kind]} {change.text}
                </li>
              ))
            )
          )}
        </ul>
      )}
      <div className={classes.actions}>
        <Button variant="default" size="compact-xs" onClick={compare}>
          Compare
        </Button>
        <Button
          variant="default"
          size="compact-xs"
          disabled={!draft.writable || text === draft.current}
          onClick={takeBack}
        >
          Take this state back…
        </Button>
      </div>
    </div>
  )
}

const since = {
  added: 'since then added:',
  removed: 'since then removed:',
  changed: 'since then changed:',
  moved: 'since then moved:'
} as const
