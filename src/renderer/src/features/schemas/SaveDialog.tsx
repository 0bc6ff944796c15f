import { Anchor, Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { nameOf, segmentsOf, splitName, type ContentPath, siteOf } from '../../../../common/content/paths'
import { readSchema, titleAt } from '../../../../common/schema'
import {
  leftBehind,
  type Carry,
  type LeftBehind,
  type SchemaPlace
} from '../../../../common/formats/structured/carry'
import { sentenceOf } from '../../api'
import { openDocument } from '../../workbench/workbench'
import { CarryChoices } from './CarryChoices'
import { CarryPreview } from './CarryPreview'
import { scanDocuments, type UsingDocument } from './impact'
import { saveSchema } from './save-schema'
import { ScanState, type Scan } from './ScanState'
import type { SchemaDraft } from './schema-draft'
import classes from './schemas.module.css'

interface SaveDialogProps {
  readonly draft: SchemaDraft
  readonly path: ContentPath
  readonly onDone: () => void
}

/** What a changed schema does to documents that were valid before, or less invalid. */
interface Affected {
  readonly count: number
  readonly first: readonly UsingDocument[]
  readonly orphans: number
  /** Documents in which something is, or could not be, carried over. */
  readonly toCarry: readonly UsingDocument[]
  readonly counts: ReadonlyMap<SchemaPlace, number>
}

const nothing: Affected = { count: 0, first: [], orphans: 0, toCarry: [], counts: new Map() }

/**
 * What holds something does not depend on where it goes: a choice does not take the other choices away while
 * documents are looked into again.
 */
const atLeast = (
  old: ReadonlyMap<SchemaPlace, number>,
  now: ReadonlyMap<SchemaPlace, number>
): ReadonlyMap<SchemaPlace, number> =>
  new Map(
    [...new Set([...old.keys(), ...now.keys()])].map((place) => [
      place,
      Math.max(old.get(place) ?? 0, now.get(place) ?? 0)
    ])
  )

const questionFor = (draft: SchemaDraft, path: ContentPath, carries: readonly Carry[]) =>
  ({
    kind: 'impact',
    schemaId: splitName(nameOf(path)).name,
    before: draft.saved,
    after: draft.current,
    carries
  }) as const

function placesLeft(draft: SchemaDraft): readonly LeftBehind[] {
  const before = readSchema(draft.saved).schema
  const { schema: after } = draft.read().read
  return before && after ? leftBehind(before, after) : []
}

/** Whether saving writes it anew. */
const isCarried = ({ answer, mayWrite }: UsingDocument): boolean =>
  mayWrite && answer.carry !== null && answer.carry.written !== null

const SHOWN = 50

/** Before a changed schema is saved: which documents would become invalid, and where. */
export function SaveDialog({ draft, path, onDone }: SaveDialogProps) {
  const [scan, setScan] = useState<Scan>({ kind: 'running', progress: null })
  const [affected, setAffected] = useState<Affected>(nothing)
  const [problem, setProblem] = useState<string | null>(null)
  const [places] = useState(() => placesLeft(draft))
  const [carries, setCarries] = useState<readonly Carry[]>(() =>
    places.flatMap(({ from, suggested }) => (suggested === null ? [] : [{ from, to: suggested }]))
  )
  const [saving, setSaving] = useState(false)
  const { schema, issues } = draft.read().read
  const faults = issues.filter((issue) => issue.severity === 'error').length

  useEffect(() => {
    const stopping = new AbortController()
    const first: UsingDocument[] = []
    const toCarry: UsingDocument[] = []
    const counts = new Map<SchemaPlace, number>()
    let count = 0
    let orphans = 0
    scanDocuments(
      siteOf(path),
      questionFor(draft, path, carries),
      {
        signal: stopping.signal,
        onProgress: (progress) => {
          setScan({ kind: 'running', progress })
          setAffected((old) => ({
            count,
            first: first.slice(),
            orphans,
            toCarry: toCarry.slice(),
            counts: atLeast(old.counts, counts)
          }))
        }
      },
      (found) => {
        const { left, carry } = found.answer
        for (const place of left) counts.set(place, (counts.get(place) ?? 0) + 1)
        const goes = new Set(carries.map(({ from }) => from))
        if (left.some((place) => !goes.has(place)) || (carry?.stayedCount ?? 0) > 0 || !found.mayWrite)
          orphans += 1
        if (carry !== null) toCarry.push(found)
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
  }, [draft, path, carries])

  const save = async () => {
    setSaving(true)
    try {
      const going = scan.kind === 'done' ? affected.toCarry.filter(isCarried) : []
      await saveSchema(draft, path, { documents: going, question: questionFor(draft, path, carries) })
      onDone()
    } catch (error) {
      setProblem(sentenceOf(error))
      setSaving(false)
    }
  }
  const safe = scan.kind === 'done' && affected.count === 0 && affected.orphans === 0 && faults === 0
  const going = affected.toCarry.filter(isCarried).length
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
      <ScanState scan={scan} affected={affected.count} orphans={affected.orphans} carried={going} />
      <CarryChoices places={places} counts={affected.counts} carries={carries} onChange={setCarries} />
      {scan.kind === 'done' && <CarryPreview documents={affected.toCarry} />}
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
          {scan.kind === 'running'
            ? 'Save without waiting'
            : going > 0
              ? 'Save and carry over'
              : safe
                ? 'Save'
                : 'Save anyway'}
        </Button>
      </Group>
    </div>
  )
}
