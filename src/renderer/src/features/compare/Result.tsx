import { Button } from '@mantine/core'
import { IconAlertTriangle, IconEqual, IconFileAlert } from '@tabler/icons-react'
import { assertNever } from '../../../../common/errors'
import { nameOf, type ContentPath } from '../../../../common/content/paths'
import type { FormatName } from '../../../../common/compare'
import type { StateRef } from '../../workbench/workbench'
import { State } from '../../components/State'
import { bringBack } from '../../documents'
import { Waiting } from '../../components/Waiting'
import { sizeOf } from '../../../../common/content/size'
import { BinaryCompare } from './BinaryCompare'
import type { Comparison, Facts } from './contents'
import { isPicture, type Depth } from './depth'
import type { LoadedState } from './load-state'
import { TextCompare } from './TextCompare'
import { useChangeActions, useRestoring } from './useChangeActions'
import { useSchemaOf, type KnownSchema } from '../../documents/schemas/useSchemaOf'
import { DeepCompare } from '../../engines/diff-views/views/DeepCompare'
import type { ChangesStatus } from '../../engines/diff-views/views/useChanges'
import { numberText } from '../../components/formats'

interface ResultProps {
  readonly path: ContentPath
  readonly isConfig: boolean
  readonly sides: { readonly before: StateRef; readonly after: StateRef }
  readonly contents: readonly [before: LoadedState, after: LoadedState]
  /** Null until both are read. */
  readonly comparison: Comparison | null
  readonly depth: Depth
  readonly format: FormatName
  readonly formatted: boolean
  readonly onStatus: (status: ChangesStatus | null) => void
  readonly onText: () => void
}

/** What the comparison shows, in the chosen depth; or why it shows nothing. */
export function Result(props: ResultProps) {
  const { path, contents, comparison, depth } = props
  if (comparison === null) return <Unready path={path} sides={contents} />
  switch (comparison.kind) {
    case 'identical':
      return (
        <State icon={<IconEqual size={20} />} title="Both are identical">
          Not a single byte differs.
        </State>
      )
    case 'binary':
      return <Pictures path={path} contents={contents} />
    case 'large':
      return depth === 'text' ? (
        <TooLarge before={comparison.before} after={comparison.after} />
      ) : (
        <Deep {...props} depth={depth} texts={comparison.texts} />
      )
    case 'text':
      if (comparison.sameText) {
        return (
          <State icon={<IconEqual size={20} />} title="The words are the same">
            Only line ends or the byte order mark differ.
          </State>
        )
      }
      if (depth === 'page' && isPicture(path)) return <Pictures path={path} contents={contents} />
      return depth === 'text' ? (
        <Lines {...props} texts={comparison} />
      ) : (
        <Deep {...props} depth={depth} texts={comparison} />
      )
    default:
      return assertNever(comparison)
  }
}

function Lines(props: ResultProps & { readonly texts: DeepProps['texts'] }) {
  const { path, texts, formatted, onStatus } = props
  return (
    <TextCompare
      path={path}
      before={texts.before}
      after={texts.after}
      formatted={formatted}
      restoring={useRestoring(props)}
      onStatus={onStatus}
    />
  )
}

function Pictures({ path, contents: [before, after] }: Pick<ResultProps, 'path' | 'contents'>) {
  return before.kind === 'ready' && after.kind === 'ready' ? (
    <BinaryCompare path={path} before={before.bytes} after={after.bytes} />
  ) : null
}

interface DeepProps extends ResultProps {
  readonly depth: 'page' | 'structure'
  readonly texts: { readonly before: string; readonly after: string }
}

function Deep(props: DeepProps) {
  return props.format === 'page' ? <DeepDocument {...props} /> : <DeepOf {...props} schema={null} />
}

/** A structured document speaks in the titles of its schema. */
function DeepDocument(props: DeepProps) {
  const { path, format, texts } = props
  const schema = useSchemaOf(path, format, texts.after)
  return schema === undefined ? <Waiting what={nameOf(path)} /> : <DeepOf {...props} schema={schema} />
}

function DeepOf({
  path,
  isConfig,
  sides,
  depth,
  format,
  texts,
  schema,
  onStatus,
  onText
}: DeepProps & { readonly schema: KnownSchema | null }) {
  const actions = useChangeActions({
    path,
    isConfig,
    sides,
    before: texts.before,
    format,
    schema: schema?.schema ?? null
  })
  return (
    <DeepCompare
      depth={depth}
      before={texts.before}
      after={texts.after}
      format={format}
      schema={schema?.text ?? null}
      path={path}
      title={`Comparison of ${nameOf(path)}`}
      actions={actions}
      onStatus={onStatus}
      onText={onText}
    />
  )
}

function TooLarge({ before, after }: { readonly before: Facts; readonly after: Facts }) {
  return (
    <State icon={<IconFileAlert size={20} />} title="Too large to compare line by line">
      Before: {factWords(before)}. After: {factWords(after)}. Both can still be restored.
    </State>
  )
}

function Unready({ path, sides }: { readonly path: ContentPath; readonly sides: readonly LoadedState[] }) {
  const failed = sides.find((side) => side.kind === 'failed')
  if (!failed) return <Waiting what={nameOf(path)} />
  return (
    <State
      tone="bad"
      icon={<IconAlertTriangle size={20} />}
      title="One of the two could not be read"
      actions={failed.gone && <Button onClick={() => void bringBack(path)}>Restore from the trash</Button>}
    >
      {failed.message} Choose another one above.
    </State>
  )
}

const factWords = (facts: Facts) => `${sizeOf(facts.bytes)}, ${numberText(facts.lines)} lines`
