import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { api, sentenceOf, useWorkspace } from '../../api'
import { isEscape } from '../../components/keys'
import { nameTo, openDocumentAt, useOpenDocument, YOU, type DocumentSnapshot } from '../../documents'
import { useRefusal } from '../../documents/rights/rights'
import { whoHas } from '../../documents/together/people-words'
import { PresentSigns } from '../../documents/together/PresentSigns'
import { useOthersIn } from '../../documents/together/who-is-where'
import { isUnsaved } from '../../documents/status'
import { CompareMenu } from './CompareMenu'
import { askForLabel, labelAnswered, useLabelRequests } from './label-request'
import { exactTime, whenOf } from '../../components/formats'
import { useNow } from '../../components/useNow'
import { useSummary } from './summaries'
import { useVersions } from '../../documents/versions/version-store'
import classes from './HistoryPanel.module.css'
import { notify } from '../../workbench/toast'

const MAX_LABEL = 200

/** What is there now, and a version of it on request (V2). */
export function NowRow({ path, onCreated }: { readonly path: ContentPath; readonly onCreated: () => void }) {
  const snapshot = useOpenDocument(path)
  const asking = useLabelRequests() > 0
  const now = useNow()
  const me = useWorkspace()?.owner?.email
  const { versions } = useVersions(path)
  const newest = versions.kind === 'ready' ? versions.versions[0] : undefined
  const etag = snapshot?.etag ?? null
  const refusal = useRefusal(path)
  const people = useOthersIn(path)
  const summary = useSummary(
    path,
    newest && etag !== null ? { kind: 'version', url: newest.url } : null,
    { kind: 'now', etag: etag ?? '' },
    () => !isUnsaved(openDocumentAt(path)?.snapshot().status ?? null)
  )
  return (
    <div className={classes.now}>
      <div className={classes.nowLine}>
        <span className={classes.nowDot} data-kind={snapshot?.status?.kind ?? 'saved'} aria-hidden="true" />
        <div className={classes.nowText}>
          <b>Now</b>
          <div className={classes.quiet} title={wholeOf(snapshot)}>
            {stateOf(snapshot, now, me)}
          </div>
        </div>
        {(!asking || refusal !== null) && (
          <Button
            variant="default"
            disabled={refusal !== null}
            title={refusal ?? undefined}
            onClick={askForLabel}
          >
            Create version
          </Button>
        )}
        <CompareMenu path={path} />
      </div>
      {people.length > 0 && (
        <div className={classes.hereNow}>
          <PresentSigns people={people} kind="file" />
          <span aria-hidden="true">{whoHas(people, 'file')}</span>
        </div>
      )}
      {summary && (
        <div className={classes.since} title={summary}>
          Since the last version: {summary}
        </div>
      )}
      {refusal !== null && <div className={classes.since}>{refusal}</div>}
      {asking && refusal === null && <LabelForm path={path} onCreated={onCreated} />}
    </div>
  )
}

function LabelForm({ path, onCreated }: { readonly path: ContentPath; readonly onCreated: () => void }) {
  const [label, setLabel] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const create = async () => {
    setBusy(true)
    try {
      const session = openDocumentAt(path)
      if (session && !(await session.flush())) return setProblem('Save the document first, then try again.')
      const text = label.trim()
      await api.createVersion(path, text === '' ? undefined : text)
      labelAnswered()
      onCreated()
      notify(text === '' ? 'Version created.' : `Version “${text}” created.`)
    } catch (refused) {
      setProblem(sentenceOf(refused))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <TextInput
        size="xs"
        label="Label"
        description="Optional. Says what is special about this version."
        placeholder="Before legal review"
        value={label}
        maxLength={MAX_LABEL}
        error={problem}
        data-autofocus
        ref={focusOnce}
        onChange={(event) => setLabel(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isEscape(event)) labelAnswered()
        }}
      />
      <div className={classes.formButtons}>
        <Button variant="default" onClick={labelAnswered}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Create version
        </Button>
      </div>
    </form>
  )
}

const focusOnce = (input: HTMLInputElement | null) => input?.focus()

/** The exact time, and the whole e-mail. */
function wholeOf(snapshot: DocumentSnapshot | null): string | undefined {
  if (!snapshot?.modifiedAt) return undefined
  return [exactTime(snapshot.modifiedAt), snapshot.modifiedBy?.email].filter(Boolean).join(' · ')
}

function stateOf(snapshot: DocumentSnapshot | null, now: number, me: string | undefined): string {
  const author = snapshot?.modifiedBy ? nameTo(me, snapshot.modifiedBy) : YOU
  const by = author === YOU ? '' : ` by ${author}`
  const when = snapshot?.modifiedAt ? ` ${whenOf(snapshot.modifiedAt, now)}` : ''
  switch (snapshot?.status?.kind) {
    case 'typing':
    case 'saving':
      return 'Saving…'
    case 'failed':
    case 'held':
      return 'Not saved'
    case 'conflict':
      return `Changed by ${snapshot.status.by}`
    case 'deleted':
      return 'In the trash'
    default:
      return when === '' ? 'Saved' : `Saved${when}${by}`
  }
}
