import { formatOf } from '../../../../common/formats/files'
import { SegmentedControl, Button } from '@mantine/core'
import { IconArrowDown, IconArrowsExchange, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { registerCommands } from '../../workbench/commands/commands'
import { viewCommand } from '../../workbench/commands/view-commands'
import { type StateRef, sameState } from '../../workbench/workbench'
import { IconButton } from '../../workbench/IconButton'
import { compareBytes } from './contents'
import { depthsOf, keepDepth, keptDepth, nameOfDepth, type Depth } from './depth'
import { ConfigStrip } from './ConfigStrip'
import { useStateContent } from './load-state'
import { Result } from './Result'
import { ConfigStatePicker, StatePicker } from './StatePicker'
import { StateView } from './StateView'
import { TextOptions } from './TextOptions'
import { useKeptFocus } from './useKeptFocus'
import type { ChangesStatus } from '../../engines/diff-views/views/useChanges'
import classes from './CompareView.module.css'
import { restoreState } from '../../documents/versions/restore'
import { numberText } from '../../components/formats'

interface CompareViewProps {
  readonly path: ContentPath
  readonly before: StateRef
  readonly after: StateRef
}

/** Any two states of a file beside each other; the same state twice is that state to read. */
export function CompareView({ path, before, after }: CompareViewProps) {
  const [sides, setSides] = useState({ before, after })
  if (sameState(sides.before, sides.after) && sameState(before, after))
    return <StateView path={path} state={before} />
  const isConfig = ofConfig(before) || ofConfig(after)
  return <Compare path={path} isConfig={isConfig} sides={sides} onSides={setSides} />
}

const ofConfig = ({ kind }: StateRef) => kind === 'config' || kind === 'config-draft'

interface Sides {
  readonly before: StateRef
  readonly after: StateRef
}

interface CompareProps {
  readonly path: ContentPath
  /** The config of the path, not the file. */
  readonly isConfig: boolean
  readonly sides: Sides
  readonly onSides: (sides: Sides) => void
}

/** In the depth that says most, or the one that was chosen last: as read, by structure, or line by line. */
function Compare({ path, isConfig, sides, onSides }: CompareProps) {
  const Picker = isConfig ? ConfigStatePicker : StatePicker
  const format = isConfig ? 'json' : formatOf(splitName(nameOf(path)).ext)
  const [formatted, setFormatted] = useState(format === 'json')
  const [wanted, setWanted] = useState<Depth | null>(() => keptDepth(format))
  const [status, setStatus] = useState<ChangesStatus | null>(null)
  const root = useKeptFocus<HTMLDivElement>()
  const before = useStateContent(sides.before)
  const after = useStateContent(sides.after)
  const comparison = useMemo(
    () =>
      before.kind === 'ready' && after.kind === 'ready' ? compareBytes(before.bytes, after.bytes) : null,
    [before, after]
  )
  const depths = useMemo((): readonly Depth[] => {
    if (comparison?.kind === 'text') return depthsOf(path, format, comparison.before, comparison.after)
    if (comparison?.kind !== 'large') return []
    return depthsOf(path, format, comparison.texts.before, comparison.texts.after)
  }, [comparison, format, path])
  const depth = depths.find((one) => one === wanted) ?? depths[0] ?? 'text'
  const choose = (next: Depth) => {
    setWanted(next)
    keepDepth(format, next)
  }

  useEffect(
    () =>
      registerCommands([
        {
          ...viewCommand('compare.next-change'),
          enabled: () => status !== null,
          run: () => status?.go('next')
        },
        {
          ...viewCommand('compare.previous-change'),
          enabled: () => status !== null,
          run: () => status?.go('previous')
        },
        ...depths.map((one) => ({
          ...viewCommand(`compare.depth-${one}`),
          run: () => choose(one)
        }))
      ]),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `choose` does the same whenever it was made
    [status, depths]
  )

  return (
    <div ref={root} tabIndex={-1} className={classes.compare}>
      <div className={classes.sides} role="group" aria-label="What is compared">
        <Picker
          label="Before"
          path={path}
          value={sides.before}
          onChange={(chosen) => onSides({ ...sides, before: chosen })}
        />
        {!isConfig && <RestoreButton path={path} state={sides.before} />}
        <IconButton label="Swap sides" onClick={() => onSides({ before: sides.after, after: sides.before })}>
          <IconArrowsExchange size={16} />
        </IconButton>
        <Picker
          label="After"
          path={path}
          value={sides.after}
          onChange={(chosen) => onSides({ ...sides, after: chosen })}
        />
        {!isConfig && <RestoreButton path={path} state={sides.after} />}
      </div>
      {isConfig && <ConfigStrip path={path} />}
      <div className={classes.bar} role="toolbar" aria-label="Comparison">
        {depths.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="Depth"
            data={depths.map((one) => ({ value: one, label: nameOfDepth[one] }))}
            value={depth}
            onChange={(value) => choose(depths.find((one) => one === value) ?? 'text')}
          />
        )}
        {depth === 'text' && depths.length > 0 && (
          <TextOptions formatted={format === 'json' ? formatted : null} onFormatted={setFormatted} />
        )}
        <div className={classes.steps}>
          <span role="status">{status === null ? '' : countWords(status)}</span>
          <IconButton
            label="Previous change"
            command="compare.previous-change"
            disabled={!status?.total}
            onClick={() => status?.go('previous')}
          >
            <IconArrowUp size={16} />
          </IconButton>
          <IconButton
            label="Next change"
            command="compare.next-change"
            disabled={!status?.total}
            onClick={() => status?.go('next')}
          >
            <IconArrowDown size={16} />
          </IconButton>
        </div>
      </div>
      <div className={classes.body}>
        <Result
          path={path}
          isConfig={isConfig}
          sides={sides}
          contents={[before, after]}
          comparison={comparison}
          depth={depth}
          format={format}
          formatted={formatted}
          onStatus={setStatus}
          onText={() => choose('text')}
        />
      </div>
    </div>
  )
}

function countWords({ total, at }: ChangesStatus): string {
  if (total === 0) return 'No visible change'
  if (at !== null) return `Change ${numberText(at + 1)} of ${numberText(total)}`
  return `${numberText(total)} ${total === 1 ? 'change' : 'changes'}`
}

/** Puts a whole version back. */
function RestoreButton({ path, state }: { readonly path: ContentPath; readonly state: StateRef }) {
  if ((state.kind !== 'version' && state.kind !== 'remote') || state.path !== path) return null
  return (
    <Button size="compact-xs" variant="default" onClick={() => void restoreState(path, state)}>
      Restore
    </Button>
  )
}
