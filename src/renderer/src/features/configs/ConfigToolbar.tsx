import { Button, SegmentedControl } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import type { ContentPath } from '../../../../common/content/paths'
import { runCommand } from '../../workbench/commands/commands'
import { IconButton } from '../../workbench/IconButton'
import type { ConfigDraft } from './config-draft'
import { ScopePicker } from './ScopePicker'
import classes from './configs.module.css'

interface ConfigToolbarProps {
  readonly draft: ConfigDraft
  readonly path: ContentPath
  readonly view: 'sheets' | 'source'
  readonly onView: (view: 'sheets' | 'source') => void
  /** False while a rule is broken, which is said below. */
  readonly savable: boolean
  readonly steps: {
    readonly canUndo: boolean
    readonly canRedo: boolean
    readonly undo: () => void
    readonly redo: () => void
  }
}

/** Where the config applies, its two views, and what is done with its changes. */
export function ConfigToolbar({ draft, path, view, onView, savable, steps }: ConfigToolbarProps) {
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Config">
      <ScopePicker path={path} />
      <IconButton label="Undo" command="edit.undo" disabled={!steps.canUndo} onClick={steps.undo}>
        <IconArrowBackUp size={16} stroke={1.5} />
      </IconButton>
      <IconButton label="Redo" command="edit.redo" disabled={!steps.canRedo} onClick={steps.redo}>
        <IconArrowForwardUp size={16} stroke={1.5} />
      </IconButton>
      <SegmentedControl
        size="xs"
        aria-label="View of the config"
        value={view}
        onChange={(next) => onView(next === 'source' ? next : 'sheets')}
        data={[
          { value: 'sheets', label: 'Sheets' },
          { value: 'source', label: 'Source' }
        ]}
      />
      {draft.dirty && (
        <Button variant="default" onClick={() => draft.discard()}>
          Discard
        </Button>
      )}
      <Button
        disabled={!draft.dirty || !savable || !draft.writable}
        onClick={() => void runCommand('file.save')}
      >
        Save…
      </Button>
    </div>
  )
}
