import { IconTrash } from '@tabler/icons-react'
import type { ImportShown } from '../../../../common/importing/shapes'
import { IconButton } from '../../workbench/IconButton'
import { exactTime, relativeTime } from '../../components/formats'
import { isAtWork } from './use-import'
import { items, sourceWords, stateWords } from './words'
import classes from './Earlier.module.css'

interface EarlierProps {
  readonly all: readonly ImportShown[]
  readonly onShow: (name: string) => void
  readonly onRemove: (name: string) => void
}

/** Imports of before, with their reports. */
export function Earlier({ all, onShow, onRemove }: EarlierProps) {
  if (all.length === 0) return null
  return (
    <section className={classes.earlier}>
      <h3>Earlier imports</h3>
      <ul>
        {all.map((job) => {
          const at = Date.parse(job.createTime)
          return (
            <li key={job.name}>
              <button type="button" onClick={() => onShow(job.name)}>
                <b>{sourceWords(job)}</b>
                <span>
                  {stateWords[job.state]} · {items(job.items)}
                </span>
                <time dateTime={job.createTime} title={exactTime(at)}>
                  {relativeTime(at)}
                </time>
              </button>
              <IconButton
                label={`Forget the import from ${sourceWords(job)}`}
                disabled={isAtWork(job)}
                onClick={() => onRemove(job.name)}
              >
                <IconTrash size={16} stroke={1.5} />
              </IconButton>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
