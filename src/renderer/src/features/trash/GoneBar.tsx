import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { isWithin, nameOf, contentPath, type ContentPath } from '../../../../common/content/paths'
import { api, sentenceOf } from '../../api'
import { useGone } from '../../app/live-tabs'
import { tell, tellFailure } from '../../components/toast'
import { siteOf } from '../tree'
import classes from './GoneBar.module.css'

/** Above a document whose file went to the trash: the way back, with its history. */
export function GoneBar({ path }: { readonly path: ContentPath }) {
  if (!useGone(path)) return null
  return (
    <div className={classes.bar} role="status">
      <IconTrash size={16} stroke={1.5} aria-hidden="true" />
      <span>“{nameOf(path)}” is in the trash.</span>
      <Button size="compact-sm" variant="default" onClick={() => void bringBack(path)}>
        Restore
      </Button>
    </div>
  )
}

/** Restores the newest thing in the trash that holds the file. */
async function bringBack(path: ContentPath): Promise<void> {
  const site = siteOf(path)
  try {
    const holding = (await api.trash(site)).find(
      (item) => item.cause === 'deleted' && isWithin(path, contentPath(item.path))
    )
    if (!holding) return tell('It is not in the trash any more.')
    const restored = await api.restoreFromTrash(site, holding.id)
    tell(`Restored “${nameOf(restored)}”`)
  } catch (error) {
    tellFailure('Not restored', sentenceOf(error))
  }
}
