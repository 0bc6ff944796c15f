import { Button } from '@mantine/core'
import type { ContentPath } from '../../../../common/content/paths'
import { openTool } from '../../workbench/workbench'
import { openSave, configDraft } from '../configs'
import { useRead } from '../../state/signal'
import classes from './CompareView.module.css'

/**
 * Says that the config was changed and is not saved, and saves it: a restored change is kept only then (C3).
 */
export function ConfigStrip({ path }: { readonly path: ContentPath }) {
  const draft = configDraft(path)
  const dirty = useRead(draft, () => draft.dirty)
  if (!dirty) return null
  return (
    <div className={classes.unsaved} role="status">
      <span>The config has changes that are not saved.</span>
      <Button size="compact-xs" onClick={() => openSave(draft)}>
        Save config…
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => openTool('config', path)}>
        Open the config
      </Button>
    </div>
  )
}
