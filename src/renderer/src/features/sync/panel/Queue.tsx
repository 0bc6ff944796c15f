import { useState } from 'react'
import { Button } from '@mantine/core'
import type { SyncFileState, SyncPair } from '../../../../../common/sync'
import { FileStateIcon } from '../FileStateIcon'
import { countOfState, fileWords, stateNames } from '../file-state-words'
import type { PairFiles } from '../pair-files'
import { count } from '../words'
import { FileLink } from './FileLink'
import { Part } from './Part'
import classes from '../sync.module.css'

const waiting: ReadonlySet<SyncFileState> = new Set(['to-send', 'to-fetch', 'to-merge', 'editing', 'unseen'])
const FIRST = 20
const STEP = 200

/** What the next run will do, file by file. */
export function Queue({ pair, files }: { readonly pair: SyncPair; readonly files: PairFiles }) {
  const [shown, setShown] = useState(FIRST)
  const all = files.all.filter(({ state }) => waiting.has(state))
  const total = [...waiting].reduce((sum, state) => sum + (files.counts[state] ?? 0), 0)
  if (total === 0) return null
  const parts = [...waiting].flatMap((state) => {
    const number = files.counts[state] ?? 0
    return number === 0 ? [] : [countOfState(state, number)]
  })
  return (
    <Part title={`Waiting: ${parts.join(', ')}`}>
      <ul aria-label="Files that wait">
        {all.slice(0, shown).map((file) => (
          <li key={file.key}>
            <FileLink
              path={file.path}
              isConfig={file.isConfig}
              shown={nameIn(pair, file.path, file.isConfig)}
              isGone={file.what === 'deleted' || (file.what === 'new' && file.state === 'to-fetch')}
            />
            <small className={classes.withIcon}>
              <FileStateIcon state={file.state} size={13} />
              {fileWords(file)}
            </small>
          </li>
        ))}
      </ul>
      {total > shown && (
        <Button
          variant="subtle"
          size="compact-xs"
          disabled={shown >= all.length}
          onClick={() => setShown(shown + STEP)}
        >
          {shown >= all.length
            ? `${count(total - all.length, 'more file')}`
            : `Show more of ${count(total, 'file')}`}
        </Button>
      )}
    </Part>
  )
}

/** A file by its path in the pair; a config by what it is of. */
function nameIn({ local }: Pick<SyncPair, 'local'>, path: string, isConfig: boolean): string {
  const name = path === local ? local.split('/').slice(2).join('/') : path.slice(local.length)
  return isConfig ? `Config of ${name}` : name
}

/** What the marks in the tree mean. */
export function Legend() {
  return (
    <Part title="What the marks in the tree mean" isClosed>
      <ul className={classes.legend} aria-label="Marks in the tree">
        {(Object.keys(stateNames) as SyncFileState[]).map((state) => (
          <li key={state}>
            <FileStateIcon state={state} size={13} />
            {stateNames[state]}
          </li>
        ))}
        <li>
          <span />
          No mark: in sync. A folder shows the weightiest mark below it.
        </li>
      </ul>
    </Part>
  )
}
