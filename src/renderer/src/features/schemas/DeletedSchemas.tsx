import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { TrashItem } from '../../../../common/api/types'
import { contentPath, nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { api, sentenceOf } from '../../api'
import { exactTime, relativeTime } from '../../components/formats'
import { notify, notifyFailure } from '../../workbench/toast'
import { useTrash } from '../trash'
import classes from './schemas.module.css'

/**
 * The schemas that were deleted, and the way back: no other place shows them (F8). Nothing while there are
 * none.
 */
export function DeletedSchemas({
  site,
  mayWrite
}: {
  readonly site: ContentPath
  readonly mayWrite: boolean
}) {
  const { trash } = useTrash(site, true)
  if (trash.status !== 'ready' || trash.items.length === 0) return null
  return (
    <section className={classes.deleted} aria-label="Deleted schemas">
      <h2>Deleted</h2>
      <ul>
        {trash.items.map((item) => (
          <li key={item.id}>
            <span>
              <b>{wordsOf(item)}</b>
              <time dateTime={new Date(item.deletedAt).toISOString()} title={exactTime(item.deletedAt)}>
                {relativeTime(item.deletedAt)}
              </time>
            </span>
            {mayWrite && (
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconArrowBackUp size={14} aria-hidden="true" />}
                aria-label={`Bring back ${wordsOf(item)}`}
                onClick={() => void bringBack(site, item)}
              >
                Bring back
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

async function bringBack(site: ContentPath, item: TrashItem): Promise<void> {
  try {
    await api.restoreFromTrash(site, item.id)
    notify(`Brought back “${wordsOf(item)}”, with its history`)
  } catch (problem) {
    notifyFailure('Not brought back', sentenceOf(problem))
  }
}

const wordsOf = ({ path, kind }: TrashItem): string => {
  const name = nameOf(contentPath(path))
  return kind === 'file' ? splitName(name).name : name
}
