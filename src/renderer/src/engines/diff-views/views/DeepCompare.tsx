import { Button } from '@mantine/core'
import { IconAlertTriangle, IconClockExclamation, IconEqual } from '@tabler/icons-react'
import { useMemo } from 'react'
import { isEmptyBookDiff, type DiffJob, type FormatName, type Structure } from '../../../../../common/compare'
import type { ContentPath } from '../../../../../common/content/paths'
import { State } from '../../../components/State'
import { Waiting } from '../../../components/Waiting'
import type { WorkJob } from '../work/jobs'
import { useDiff } from '../work/useDiff'
import type { ChangeActions } from './ChangeBar'
import { FieldsView } from './FieldsView'
import { ReaderView } from './ReaderView'
import { SheetsView } from './SheetsView'
import type { ChangesStatus } from './useChanges'

interface DeepCompareProps {
  readonly depth: 'page' | 'structure'
  readonly before: string
  readonly after: string
  readonly format: FormatName
  /** The text of the schema of a structured document. */
  readonly schema: string | null
  /** Pictures of a page are looked for from here. */
  readonly path: ContentPath
  /** What is compared, for screen readers. */
  readonly title: string
  readonly actions: ChangeActions
  readonly onStatus: (status: ChangesStatus | null) => void
  /** Shows the texts instead. */
  readonly onText: () => void
}

/**
 * Two texts by their structure, or as a reader sees them; compared off the UI thread when they are large. For
 * a comparison of its own, or inside of another view: a config that is about to be saved.
 */
export function DeepCompare(props: DeepCompareProps) {
  return props.depth === 'page' ? <PageCompare {...props} /> : <StructureCompare {...props} />
}

function PageCompare({ before, after, path, title, actions, onStatus, onText }: DeepCompareProps) {
  const job = useMemo(
    (): Extract<WorkJob, { kind: 'page' }> => ({ kind: 'page', before, after }),
    [before, after]
  )
  const state = useDiff(job)
  if (state.kind !== 'done') return <NotDone state={state} title={title} onText={onText} />
  const { result } = state
  if (result.same) return <SameFor what="A reader sees no difference" onText={onText} />
  return <ReaderView shown={result} path={path} title={title} actions={actions} onStatus={onStatus} />
}

function StructureCompare({
  before,
  after,
  format,
  schema,
  title,
  actions,
  onStatus,
  onText
}: DeepCompareProps) {
  const job = useMemo(
    (): Extract<DiffJob, { kind: 'structure' }> => ({ kind: 'structure', before, after, format, schema }),
    [before, after, format, schema]
  )
  const state = useDiff(job)
  if (state.kind !== 'done') return <NotDone state={state} title={title} onText={onText} />
  const { result } = state
  if (result.kind === 'unreadable') return <Unreadable side={result.side} onText={onText} />
  if (isEmpty(result)) return <SameFor what="Every value is the same" onText={onText} />
  return result.kind === 'fields' ? (
    <FieldsView groups={result.groups} actions={actions} onStatus={onStatus} />
  ) : (
    <SheetsView comparison={result.comparison} actions={actions} onStatus={onStatus} />
  )
}

function isEmpty(structure: Exclude<Structure, { kind: 'unreadable' }>): boolean {
  if (structure.kind === 'fields') return structure.groups.every(({ words }) => words.length === 0)
  return isEmptyBookDiff(structure.comparison.diff)
}

function SameFor({ what, onText }: { readonly what: string; readonly onText: () => void }) {
  return (
    <State
      icon={<IconEqual size={20} />}
      title={what}
      actions={
        <Button variant="default" onClick={onText}>
          Compare the text
        </Button>
      }
    >
      Only the form of the source differs: spaces, order or the way it is written.
    </State>
  )
}

function Unreadable({ side, onText }: { readonly side: 'before' | 'after'; readonly onText: () => void }) {
  return (
    <State
      icon={<IconAlertTriangle size={20} />}
      title={`No structure can be read on the ${side === 'before' ? 'left' : 'right'} side`}
      actions={
        <Button variant="default" onClick={onText}>
          Compare the text
        </Button>
      }
    >
      It is broken, or of another kind. Its text can still be compared.
    </State>
  )
}

interface NotDoneProps {
  readonly state:
    | { readonly kind: 'working' }
    | { readonly kind: 'failed'; readonly message: string; readonly tooLong: boolean }
  readonly title: string
  readonly onText: () => void
}

function NotDone({ state, title, onText }: NotDoneProps) {
  if (state.kind === 'working') return <Waiting what={title} />
  return (
    <State
      tone="bad"
      icon={<IconClockExclamation size={20} />}
      title={state.tooLong ? 'This takes too long to compare' : 'These two cannot be compared in this way'}
      actions={
        <Button variant="default" onClick={onText}>
          Compare the text
        </Button>
      }
    >
      {state.message}
    </State>
  )
}
