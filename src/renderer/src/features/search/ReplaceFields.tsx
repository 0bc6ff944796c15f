import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { noteSentence } from '../../../../common/search/note-sentences'
import { isComposing, isEnter } from '../../components/keys'
import { numberText } from '../../components/formats'
import { IconButton } from '../../workbench/IconButton'
import { goOn, replaceTicked } from './replace-asking'
import { chosenFiles } from './replace-rows'
import { updateReplace, useReplaceState } from './replace-state'
import { counted } from './replace-words'
import classes from './Search.module.css'
import { withWanted } from './show'

/** What is written in place of what is found, and the one button that does it (RP6). */
export function ReplaceFields() {
  const { by, isAddresses, told, left, waits, isBusy, problem } = useReplaceState()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => withWanted.subscribe(() => field.current?.focus()), [])
  const chosen = chosenFiles(told?.found ?? [], left)
  const places = chosen.reduce((sum, { count }) => sum + count, 0)
  const notes = told?.notes ?? []
  const isWhole = problem === null && !waits && told?.next === null
  const isReady = places > 0 && !waits && !isBusy && problem === null
  return (
    <>
      <div className={classes.with}>
        <div className={classes.field}>
          <input
            ref={field}
            type="text"
            aria-label="Replace with"
            placeholder="Replace with"
            spellCheck={false}
            autoComplete="off"
            value={by}
            onChange={({ currentTarget: { value } }) => updateReplace({ by: value })}
            onKeyDown={(event) => {
              if (isComposing(event)) return
              if (event.key !== 'ArrowDown' && !isEnter(event)) return
              if (event.ctrlKey || event.metaKey) return
              event.preventDefault()
              document.querySelector<HTMLElement>('[data-found="replace"]')?.focus()
            }}
          />
        </div>
        <IconButton
          label="Also in addresses of links and pictures"
          pressed={isAddresses}
          onClick={() => updateReplace({ isAddresses: !isAddresses })}
        >
          <IconLink size={16} stroke={1.5} />
        </IconButton>
      </div>
      <div className={classes.doing}>
        <Button
          size="xs"
          fullWidth
          disabled={!isReady}
          loading={isBusy}
          aria-keyshortcuts="Control+Enter"
          onClick={() => void replaceTicked()}
        >
          {places > 0 ? `Replace ${counted(places, chosen.length)}` : 'Replace'}
        </Button>
      </div>
      <div className={classes.status} role="status" data-waits={waits || undefined}>
        {problem !== null && <p className={classes.problem}>{problem}</p>}
        {told !== null && problem === null && (told.next !== null || waits) && (
          <p>
            Looked through {numberText(told.looked)} of {numberText(told.of)} files.{' '}
            {waits ? (
              <Button variant="subtle" size="compact-xs" onClick={() => updateReplace({ waits: false })}>
                Stop
              </Button>
            ) : (
              <Button variant="subtle" size="compact-xs" onClick={() => void goOn()}>
                Go on
              </Button>
            )}
          </p>
        )}
        {(told?.breaks.length ?? 0) > 0 && problem === null && (
          <p className={classes.warns}>
            {numberText(told?.breaks.length ?? 0)}{' '}
            {told?.breaks.length === 1 ? 'value would break its schema' : 'values would break their schemas'}:
            such a document is kept, and asked about before it is published.
          </p>
        )}
        {notes.map((note) => (
          <p key={note.kind} className={classes.warns}>
            {noteSentence(note, told?.asked.query ?? '')}
          </p>
        ))}
        {isWhole && notes.length === 0 && told?.found.length === 0 && <p>Nothing here can be replaced.</p>}
      </div>
    </>
  )
}
