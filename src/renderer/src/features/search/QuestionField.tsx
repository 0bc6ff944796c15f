import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { drawNow } from '../../components/draw-now'
import { isComposing, isEnter, isEscape } from '../../components/keys'
import { completed, filterAt, offeredFor, type Typed } from './filters'
import { knownForFilters } from './known'
import { keepQuestion } from './last-questions'
import classes from './Search.module.css'
import { searchNow, updateSearch, useSearchState } from './search-state'
import { caretWanted, fieldWanted } from './show'
import { step, walk } from './walking'
import { Underlined } from './Underlined'

/** What is asked: words, "phrases", filters with what may stand behind them. */
export function QuestionField() {
  const { query } = useSearchState()
  const field = useRef<HTMLInputElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [chosen, setChosen] = useState(0)
  const typed = caret === null ? null : filterAt(query, caret)
  const offered = typed ? offeredFor(typed, knownForFilters()) : []

  useEffect(() => {
    const take = () => {
      field.current?.focus()
      field.current?.select()
    }
    take()
    const goToEnd = () => {
      const end = searchNow().query.length
      setCaret(end)
      setChosen(0)
      drawNow()
      field.current?.focus()
      field.current?.setSelectionRange(end, end)
    }
    const ends = [fieldWanted.subscribe(take), caretWanted.subscribe(goToEnd)]
    return () => ends.forEach((end) => end())
  }, [])

  const change = (text: string, at: number | null) => {
    updateSearch({ query: text })
    setCaret(at)
    setChosen(0)
  }
  const complete = (at: Typed, value: string) => {
    const next = completed(searchNow().query, at, value)
    change(next.text, null)
    drawNow()
    field.current?.setSelectionRange(next.caret, next.caret)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return
    const value = offered[chosen]
    if (typed && value !== undefined) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        const by = event.key === 'ArrowDown' ? 1 : offered.length - 1
        return setChosen((chosen + by) % offered.length)
      }
      if (isEnter(event) || (event.key === 'Tab' && !event.shiftKey)) {
        event.preventDefault()
        return complete(typed, value)
      }
      if (isEscape(event)) {
        event.preventDefault()
        return setCaret(null)
      }
    }
    if (isEnter(event)) {
      event.preventDefault()
      keepQuestion(searchNow().query)
      step(event.shiftKey ? -1 : 1)
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      if (searchNow().chosen === null) walk(0)
      document.querySelector<HTMLElement>('[data-found="search"]')?.focus()
    }
  }
  const look = () => setCaret(field.current?.selectionStart ?? null)
  return (
    <div className={classes.question}>
      <div className={classes.field}>
        <Underlined field={field} />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Search in content"
          aria-autocomplete="list"
          aria-expanded={offered.length > 0}
          aria-controls={offered.length > 0 ? 'search-offered' : undefined}
          aria-activedescendant={offered.length > 0 ? `search-offered-${chosen}` : undefined}
          aria-describedby="search-notes"
          placeholder="Search in content"
          spellCheck={false}
          autoComplete="off"
          value={query}
          onChange={({ currentTarget }) => change(currentTarget.value, currentTarget.selectionStart)}
          onClick={look}
          onKeyUp={(event) => {
            if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') look()
          }}
          onBlur={() => setCaret(null)}
          onKeyDown={onKeyDown}
        />
      </div>
      {typed && offered.length > 0 && (
        <ul id="search-offered" role="listbox" aria-label="What may stand here" className={classes.offered}>
          {offered.map((value, at) => (
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are those of the field
            <li
              key={value}
              id={`search-offered-${at}`}
              role="option"
              aria-selected={at === chosen}
              className={classes.offer}
              // the field keeps the keyboard
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => complete(typed, value)}
            >
              {value}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
