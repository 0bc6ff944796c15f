import { Button, SegmentedControl, Switch } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowsExchange,
  IconArrowUp,
  IconEqual,
  IconFileAlert
} from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { assertNever } from '../../../../common/errors'
import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { registerCommands } from '../../app/commands'
import type { StateRef } from '../../app/workbench'
import { IconButton } from '../../components/IconButton'
import { State } from '../../components/State'
import { changeEditorSettings, useEditorSettings } from '../editors/settings'
import { Waiting } from '../editors/Waiting'
import { bringBack } from '../documents'
import { restoreVersion } from '../history/restore'
import { sizeOf } from '../media/facts'
import { BinaryCompare } from './BinaryCompare'
import { compareBytes, formatJson, type Comparison, type Facts } from './contents'
import { DiffEditor, type DiffHandle } from './DiffEditor'
import { sameState, useStateContent, type LoadedState } from './load-state'
import { StatePicker } from './StatePicker'
import { StateView } from './StateView'
import classes from './CompareView.module.css'

export interface CompareViewProps {
  readonly path: ContentPath
  readonly before: StateRef
  readonly after: StateRef
}

/** Any two states of a file beside each other; the same state twice is that state to read. */
export function CompareView({ path, before, after }: CompareViewProps) {
  const [sides, setSides] = useState({ before, after })
  if (sameState(sides.before, sides.after) && sameState(before, after))
    return <StateView path={path} state={before} />
  return <Compare path={path} sides={sides} onSides={setSides} />
}

interface Sides {
  readonly before: StateRef
  readonly after: StateRef
}

interface CompareProps {
  readonly path: ContentPath
  readonly sides: Sides
  readonly onSides: (sides: Sides) => void
}

function Compare({ path, sides, onSides }: CompareProps) {
  const settings = useEditorSettings()
  const isJson = splitName(nameOf(path)).ext.toLowerCase() === 'json'
  const [formatted, setFormatted] = useState(isJson)
  const [changes, setChanges] = useState<number | null>(null)
  const [handle, setHandle] = useState<DiffHandle | null>(null)
  const before = useStateContent(sides.before)
  const after = useStateContent(sides.after)
  const comparison = useMemo(
    () =>
      before.kind === 'ready' && after.kind === 'ready' ? compareBytes(before.bytes, after.bytes) : null,
    [before, after]
  )
  const texts = useMemo(() => textsOf(comparison, formatted), [comparison, formatted])

  useEffect(
    () =>
      registerCommands([
        {
          id: 'compare.next-change',
          title: 'Next change',
          group: 'Go',
          shortcut: 'F7',
          enabled: () => handle !== null,
          run: () => handle?.go('next')
        },
        {
          id: 'compare.previous-change',
          title: 'Previous change',
          group: 'Go',
          shortcut: 'shift+F7',
          enabled: () => handle !== null,
          run: () => handle?.go('previous')
        }
      ]),
    [handle]
  )

  return (
    <div className={classes.compare}>
      <div className={classes.sides} role="group" aria-label="What is compared">
        <StatePicker
          label="Before"
          path={path}
          value={sides.before}
          onChange={(chosen) => onSides({ ...sides, before: chosen })}
        />
        <RestoreButton path={path} state={sides.before} />
        <IconButton label="Swap sides" onClick={() => onSides({ before: sides.after, after: sides.before })}>
          <IconArrowsExchange size={16} />
        </IconButton>
        <StatePicker
          label="After"
          path={path}
          value={sides.after}
          onChange={(chosen) => onSides({ ...sides, after: chosen })}
        />
        <RestoreButton path={path} state={sides.after} />
      </div>
      <div className={classes.bar} role="toolbar" aria-label="Comparison">
        <SegmentedControl
          size="xs"
          aria-label="Layout"
          data={[
            { value: 'side', label: 'Side by side' },
            { value: 'inline', label: 'Inline' }
          ]}
          value={settings.compare}
          onChange={(value) => changeEditorSettings({ compare: value === 'inline' ? 'inline' : 'side' })}
        />
        <Switch
          size="xs"
          label="Ignore spaces"
          checked={settings.ignoreSpace}
          onChange={(event) => changeEditorSettings({ ignoreSpace: event.currentTarget.checked })}
        />
        {isJson && (
          <Switch
            size="xs"
            label="Formatted"
            checked={formatted}
            onChange={(event) => setFormatted(event.currentTarget.checked)}
          />
        )}
        <span className={classes.count} role="status">
          {texts && changes !== null ? countWords(changes) : ''}
        </span>
        <IconButton
          label="Previous change"
          shortcut="shift+F7"
          disabled={!handle || !changes}
          onClick={() => handle?.go('previous')}
        >
          <IconArrowUp size={16} />
        </IconButton>
        <IconButton
          label="Next change"
          shortcut="F7"
          disabled={!handle || !changes}
          onClick={() => handle?.go('next')}
        >
          <IconArrowDown size={16} />
        </IconButton>
      </div>
      <div className={classes.body}>
        {comparison === null ? (
          <Unready path={path} sides={[before, after]} />
        ) : (
          <Result comparison={comparison} path={path} before={before} after={after}>
            {texts && (
              <DiffEditor
                before={texts.before}
                after={texts.after}
                path={path}
                inline={settings.compare === 'inline'}
                ignoreSpace={settings.ignoreSpace}
                wrap={settings.wrap}
                onChanges={setChanges}
                onHandle={setHandle}
              />
            )}
          </Result>
        )}
      </div>
    </div>
  )
}

interface ResultProps {
  readonly comparison: Comparison
  readonly path: ContentPath
  readonly before: LoadedState
  readonly after: LoadedState
  readonly children: React.ReactNode
}

function Result({ comparison, path, before, after, children }: ResultProps) {
  switch (comparison.kind) {
    case 'identical':
      return (
        <State icon={<IconEqual size={20} />} title="Both are identical">
          Not a single byte differs.
        </State>
      )
    case 'large':
      return (
        <State icon={<IconFileAlert size={20} />} title="Too large to compare line by line">
          Before: {factWords(comparison.before)}. After: {factWords(comparison.after)}. Both can still be
          restored.
        </State>
      )
    case 'binary':
      return before.kind === 'ready' && after.kind === 'ready' ? (
        <BinaryCompare path={path} before={before.bytes} after={after.bytes} />
      ) : null
    case 'text':
      return comparison.sameText ? (
        <State icon={<IconEqual size={20} />} title="The words are the same">
          Only line ends or the byte order mark differ.
        </State>
      ) : (
        children
      )
    default:
      return assertNever(comparison)
  }
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

function RestoreButton({ path, state }: { readonly path: ContentPath; readonly state: StateRef }) {
  if (state.kind !== 'version') return null
  return (
    <Button size="compact-xs" variant="default" onClick={() => void restoreVersion(path, state)}>
      Restore
    </Button>
  )
}

function textsOf(
  comparison: Comparison | null,
  formatted: boolean
): { before: string; after: string } | null {
  if (comparison?.kind !== 'text' || comparison.sameText) return null
  const { before, after } = comparison
  if (!formatted) return { before, after }
  return { before: formatJson(before) ?? before, after: formatJson(after) ?? after }
}

const countWords = (changes: number) =>
  changes === 0 ? 'No visible change' : `${changes} ${changes === 1 ? 'change' : 'changes'}`

const factWords = (facts: Facts) => `${sizeOf(facts.bytes)}, ${facts.lines.toLocaleString()} lines`
