import { TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { SyncConflict } from '../../../../../common/sync'
import { count } from '../words'
import { fileWords } from './place-words'
import classes from './deciding.module.css'

interface FileListProps {
  readonly files: readonly SyncConflict[]
  readonly current: string | null
  /** What the configs of the pair's root are of. */
  readonly root: string
  readonly onShow: (key: string) => void
}

/** From this many on a field finds one. */
const MANY = 12

/** The files that wait for a decision. */
export function FileList({ files, current, root, onShow }: FileListProps) {
  const [words, setWords] = useState('')
  const shown = useMemo(() => {
    const wanted = words.trim().toLowerCase()
    return wanted === '' ? files : files.filter(({ path }) => path.toLowerCase().includes(wanted))
  }, [files, words])
  return (
    <nav className={classes.files} aria-label="Files to decide">
      {files.length >= MANY && (
        <TextInput
          size="xs"
          aria-label="Find a file to decide"
          placeholder={`Find in ${count(files.length, 'file')}`}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      <div className={classes.fileRows}>
        {shown.map(({ key, path, count: places }) => (
          <button key={key} type="button" aria-current={key === current} onClick={() => onShow(key)}>
            {fileWords(key, path, root)}
            <small>{count(places, 'place')}</small>
          </button>
        ))}
        {shown.length === 0 && <p className={classes.nothing}>No file with these words.</p>}
      </div>
    </nav>
  )
}
