import { Select } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import type { Environment } from '../../../../common/publishing/environments'
import { type StateRef, sameState, stateKey } from '../../workbench/workbench'
import { api, sentenceOf, useWorkspace } from '../../api'
import { notifyFailure } from '../../workbench/toast'
import { isThere, usePublishStatus } from '../publishing'
import { openDocumentAt, useOpenDocument } from '../../documents'
import { usePairOf } from '../sync'
import { versionRef } from '../../documents/versions/compare-newest'
import { remoteNow, useRemoteHistory } from '../../documents/versions/remote-versions'
import { makerNames } from '../../documents/versions/makers'
import { useVersions } from '../../documents/versions/version-store'
import { knownVersions, type KnownVersion } from '../../documents/versions/written'
import { chooseDiskFile } from './disk-files'
import { askForOtherFile } from './OtherFile'
import { nameOfState } from './state-names'
import classes from './CompareView.module.css'

/** That many are drawn at a time; typing finds the others. */
const SHOWN = 100

interface StatePickerProps {
  readonly label: string
  readonly path: ContentPath
  readonly value: StateRef
  readonly onChange: (chosen: StateRef) => void
}

/**
 * Chooses one of a file's states: what is there now, what is typed, what is published, or a version, found by
 * label, day or person; or another file, of the workspace or of this computer.
 */
export function StatePicker(props: StatePickerProps) {
  const { path, value } = props
  const { versions } = useVersions(path)
  const me = useWorkspace()?.owner?.email
  const question = useOpenDocument(path)?.question
  const typed = value.kind === 'draft' || Boolean(question) || openDocumentAt(path)?.dirty() === true
  const [publication] = usePublishStatus(path)
  const published = useMemo(
    () =>
      publication.kind === 'known' ? environments.filter((one) => isThere(publication.status, one)) : [],
    [publication]
  )
  const remote = useRemoteHistory(path)
  const own = usePairOf(path)
  const choices = useMemo(() => {
    const here = versions.kind === 'ready' ? versions.versions : []
    const there = remote.kind === 'ready' ? remote.versions : []
    const now = own ? [remoteNow(path, own.pair, own.server)] : []
    return choicesOf(path, [...here, ...there], [...publishedRefs(path, published), ...now], typed, value, me)
  }, [path, versions, published, typed, value, me, remote, own])
  return <Picker {...props} of="This file" choices={choices} />
}

/** Chooses one of a config's states (C2), or a file. */
export function ConfigStatePicker(props: StatePickerProps) {
  const { path, value } = props
  const me = useWorkspace()?.owner?.email
  const [versions, setVersions] = useState<readonly KnownVersion[]>([])
  useEffect(() => {
    const stop = new AbortController()
    api.configHistory(path, { signal: stop.signal }).then(
      (found) => !stop.signal.aborted && setVersions(knownVersions(found)),
      () => {}
    )
    return () => stop.abort()
  }, [path])
  const choices = useMemo(() => {
    const now: StateRef = { kind: 'config', path }
    const changed: StateRef = { kind: 'config-draft', path }
    const states = [changed, now, ...versions.map((version) => versionRef(path, version))]
    const known = states.some((state) => sameState(state, value)) ? states : [...states, value]
    const makers = new Map(versions.map(({ url, wrote }) => [url, makerNames(wrote.by, me)]))
    return known.map((state) => ({
      key: stateKey(state),
      name: nameOfState(state, state.kind === 'version' ? makers.get(state.url) : undefined, path),
      state
    }))
  }, [path, versions, value, me])
  return <Picker {...props} of="This config" choices={choices} />
}

interface PickerProps extends StatePickerProps {
  readonly of: string
  readonly choices: readonly Choice[]
}

function Picker({ label, path, value, onChange, of, choices }: PickerProps) {
  const fromDisk = async () => {
    try {
      const chosen = await chooseDiskFile(path)
      if (chosen) onChange(chosen)
    } catch (problem) {
      notifyFailure('The file could not be read', sentenceOf(problem))
    }
  }
  return (
    <div className={classes.picker}>
      <span aria-hidden="true">{label}</span>
      <Select
        aria-label={label}
        className={classes.select ?? ''}
        size="xs"
        searchable
        allowDeselect={false}
        limit={SHOWN}
        withScrollArea={false}
        classNames={{ options: classes.options ?? '' }}
        comboboxProps={{ width: 400, position: 'bottom-start' }}
        onClick={(event) => event.currentTarget.select()}
        nothingFoundMessage="No version like this. Try a label, a day or a name."
        data={[
          { group: of, items: choices.map(({ key, name }) => ({ value: key, label: name })) },
          {
            group: 'Something else',
            items: [
              { value: OTHER, label: 'Another file…' },
              { value: DISK, label: 'A file from this computer…' }
            ]
          }
        ]}
        value={stateKey(value)}
        onChange={(key) => {
          if (key === OTHER)
            return askForOtherFile(path, (other) => onChange({ kind: 'current', path: other }))
          if (key === DISK) return void fromDisk()
          const chosen = choices.find((choice) => choice.key === key)
          if (chosen) onChange(chosen.state)
        }}
      />
    </div>
  )
}

const OTHER = 'other-file'
const DISK = 'disk-file'
const environments = ['live', 'preview'] as const

interface Choice {
  readonly key: string
  readonly name: string
  readonly state: StateRef
}

const publishedRefs = (path: ContentPath, environments: readonly Environment[]): StateRef[] =>
  environments.map((environment) => ({ kind: 'published', path, environment }))

function choicesOf(
  path: ContentPath,
  versions: readonly KnownVersion[],
  more: readonly StateRef[],
  typed: boolean,
  value: StateRef,
  me: string | undefined
): Choice[] {
  const choice = (state: StateRef, makers?: string) => ({
    key: stateKey(state),
    name: nameOfState(state, makers, path),
    state
  })
  const choices = [choice({ kind: 'current', path })]
  if (typed) choices.push(choice({ kind: 'draft', path }))
  for (const state of more) choices.push(choice(state))
  for (const version of versions)
    choices.push(choice(versionRef(path, version), makerNames(version.wrote.by, me)))
  if (!choices.some(({ state }) => sameState(state, value))) choices.push(choice(value))
  return choices
}
