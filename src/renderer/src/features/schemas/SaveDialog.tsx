import { Anchor, Button, Group, Progress as Bar } from '@mantine/core'
import { useEffect, useState } from 'react'
import { nameOf, segmentsOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { readSchema } from '../../../../common/schema'
import { sentenceOf } from '../../api'
import { openDocument } from '../../app/workbench'
import { tell } from '../../components/toast'
import { newErrors, scanDocuments, type Affected, type Progress } from './impact'
import type { SchemaDraft } from './schema-draft'
import { siteOfPath } from './schema-library'
import classes from './schemas.module.css'

interface SaveDialogProps {
  readonly draft: SchemaDraft
  readonly path: ContentPath
  readonly onDone: () => void
}

type Scan =
  | { readonly kind: 'running'; readonly progress: Progress | null }
  | { readonly kind: 'done'; readonly progress: Progress }
  | { readonly kind: 'failed'; readonly message: string }

const SHOWN = 50

/** Before a changed schema is saved: which documents would become invalid, and where. */
export function SaveDialog({ draft, path, onDone }: SaveDialogProps) {
  const [scan, setScan] = useState<Scan>({ kind: 'running', progress: null })
  const [affected, setAffected] = useState<readonly Affected[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const { schema, issues } = draft.read().read
  const faults = issues.filter((issue) => issue.severity === 'error').length

  useEffect(() => {
    const stopping = new AbortController()
    const before = readSchema(draft.saved).schema
    const after = draft.read().read.schema
    scanDocuments(
      siteOfPath(path),
      splitName(nameOf(path)).name,
      { signal: stopping.signal, onProgress: (progress) => setScan({ kind: 'running', progress }) },
      ({ path: at, document }) => {
        const errors = after ? newErrors(document, before, after) : []
        if (errors.length > 0) setAffected((old) => [...old, { path: at, errors }])
      }
    ).then(
      (progress) => setScan({ kind: 'done', progress }),
      (error: unknown) => {
        if (!stopping.signal.aborted) setScan({ kind: 'failed', message: sentenceOf(error) })
      }
    )
    return () => stopping.abort()
  }, [draft, path])

  const save = async () => {
    setSaving(true)
    try {
      await draft.save()
      tell('Saved the schema')
      onDone()
    } catch (error) {
      setProblem(sentenceOf(error))
      setSaving(false)
    }
  }
  const safe = scan.kind === 'done' && affected.length === 0 && faults === 0
  return (
    <div className={classes.dialog}>
      {faults > 0 && (
        <p className={classes.warning}>
          {schema === null
            ? 'The text is no schema: documents that follow it cannot be edited until it is mended.'
            : faults === 1
              ? 'The schema has a fault: a part of the form will be missing.'
              : `The schema has ${faults} faults: parts of the form will be missing.`}
        </p>
      )}
      <ScanState scan={scan} affected={affected.length} />
      {affected.length > 0 && (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard
        <ul className={classes.affected} tabIndex={0} aria-label="Documents that would become invalid">
          {affected.slice(0, SHOWN).map(({ path: at, errors }) => (
            <li key={at}>
              <Anchor
                component="button"
                type="button"
                inherit
                onClick={() => {
                  onDone()
                  openDocument(at)
                }}
              >
                {segmentsOf(at).slice(2).join('/')}
              </Anchor>
              <ul>
                {errors.slice(0, 3).map((error) => (
                  <li key={`${error.pointer} ${error.rule}`}>
                    <code>{error.pointer.slice(1)}</code> {error.message}
                  </li>
                ))}
                {errors.length > 3 && <li>and {errors.length - 3} more</li>}
              </ul>
            </li>
          ))}
          {affected.length > SHOWN && <li>and {affected.length - SHOWN} more documents</li>}
        </ul>
      )}
      {problem !== null && (
        <p role="alert" className={classes.warning}>
          {problem}
        </p>
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button data-autofocus loading={saving} color={safe ? 'indigo' : 'red'} onClick={() => void save()}>
          {safe ? 'Save' : scan.kind === 'running' ? 'Save without waiting' : 'Save anyway'}
        </Button>
      </Group>
    </div>
  )
}

function ScanState({ scan, affected }: { readonly scan: Scan; readonly affected: number }) {
  if (scan.kind === 'failed') {
    return (
      <p role="alert" className={classes.warning}>
        The documents could not be checked. {scan.message}
      </p>
    )
  }
  const { progress } = scan
  if (scan.kind === 'running') {
    const total = progress?.total ?? 0
    return (
      <div role="status">
        <p>
          {total === 0
            ? 'Looking for documents…'
            : `Checking documents: ${progress?.checked ?? 0} of ${total}`}
        </p>
        <Bar
          value={total === 0 ? 0 : ((progress?.checked ?? 0) / total) * 100}
          aria-label="Documents checked"
        />
      </div>
    )
  }
  const { using } = scan.progress
  return (
    <p role="status">
      {using === 0
        ? 'No document in a bound folder follows this schema yet.'
        : affected === 0
          ? `All ${using} documents that follow this schema stay as valid as they are.`
          : `${affected} of ${using} documents would become invalid. Nothing in them is changed or lost; their forms will show what to mend.`}
    </p>
  )
}
