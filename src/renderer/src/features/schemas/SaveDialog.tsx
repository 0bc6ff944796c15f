import { Anchor, Button, Group, Progress as Bar } from '@mantine/core'
import { useEffect, useState } from 'react'
import { nameOf, segmentsOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { titleAt } from '../../../../common/schema'
import { sentenceOf } from '../../api'
import { openDocument } from '../../app/workbench'
import { tell } from '../../components/toast'
import { scanDocuments, type Progress, type UsingDocument } from './impact'
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

/** What a changed schema does to documents that were valid before, or less invalid. */
interface Affected {
  readonly count: number
  readonly first: readonly UsingDocument[]
}

const SHOWN = 50

/** Before a changed schema is saved: which documents would become invalid, and where. */
export function SaveDialog({ draft, path, onDone }: SaveDialogProps) {
  const [scan, setScan] = useState<Scan>({ kind: 'running', progress: null })
  const [affected, setAffected] = useState<Affected>({ count: 0, first: [] })
  const [problem, setProblem] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const { schema, issues } = draft.read().read
  const faults = issues.filter((issue) => issue.severity === 'error').length

  useEffect(() => {
    const stopping = new AbortController()
    const first: UsingDocument[] = []
    let count = 0
    scanDocuments(
      siteOfPath(path),
      {
        kind: 'impact',
        schemaId: splitName(nameOf(path)).name,
        before: draft.saved,
        after: draft.current
      },
      {
        signal: stopping.signal,
        onProgress: (progress) => {
          setScan({ kind: 'running', progress })
          setAffected({ count, first: first.slice() })
        }
      },
      (found) => {
        if (found.answer.count === 0) return
        count += 1
        if (first.length < SHOWN) first.push(found)
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
  const safe = scan.kind === 'done' && affected.count === 0 && faults === 0
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
      <ScanState scan={scan} affected={affected.count} />
      {affected.count > 0 && (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard
        <ul className={classes.affected} tabIndex={0} aria-label="Documents that would become invalid">
          {affected.first.map(({ path: at, answer }) => (
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
                {answer.errors.slice(0, 3).map((error) => (
                  <li key={`${error.pointer} ${error.rule}`}>
                    <b title={error.pointer}>{titleAt(schema, error.pointer) || 'The document'}</b>:{' '}
                    {error.message}
                  </li>
                ))}
                {answer.count > 3 && <li>and {answer.count - 3} more</li>}
              </ul>
            </li>
          ))}
          {affected.count > SHOWN && <li>and {affected.count - SHOWN} more documents</li>}
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
        ? 'No document of this site follows this schema yet.'
        : affected === 0
          ? `All ${using} documents that follow this schema stay as valid as they are.`
          : `${affected} of ${using} documents would become invalid. Nothing in them is changed or lost; their forms will show what to mend.`}
    </p>
  )
}
