import { Button } from '@mantine/core'
import { noteSentence } from '../../../../common/search/note-sentences'
import classes from './Search.module.css'
import { updateSearch } from './search-state'
import { useShownNotes } from './shown-notes'

/** Says in sentences what of the question was taken otherwise, with what may be meant. */
export function Notes() {
  const { notes, query } = useShownNotes()
  return (
    <div id="search-notes" role="status">
      {notes.map((note) => (
        <p key={`${note.kind}${note.start}`} className={classes.note}>
          {noteSentence(note, query)}{' '}
          {note.meant !== undefined && (
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() =>
                updateSearch({ query: `${query.slice(0, note.start)}${note.meant}:${query.slice(note.end)}` })
              }
            >
              Use “{note.meant}:”
            </Button>
          )}
        </p>
      ))}
    </div>
  )
}
