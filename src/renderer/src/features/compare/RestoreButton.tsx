import { Button } from '@mantine/core'
import type { ContentPath } from '../../../../common/content/paths'
import type { StateRef } from '../../workbench/workbench'
import { restoreState } from '../../documents/versions/restore'

/** Puts a whole version back. */
export function RestoreButton({ path, state }: { readonly path: ContentPath; readonly state: StateRef }) {
  if ((state.kind !== 'version' && state.kind !== 'remote') || state.path !== path) return null
  return (
    <Button size="compact-xs" variant="default" onClick={() => void restoreState(path, state)}>
      Restore
    </Button>
  )
}
