import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import { isComposing } from '../../../components/keys'
import type { LinkRequest } from '../../../engines/page/commands/links'
import { addressIn, linkTargets, type LinkTarget } from './page-picks'
import { readSitePages, useSiteFacts } from './site-pages'
import { words } from './words'
import classes from './LinkForm.module.css'

interface LinkFormProps {
  readonly page: ContentPath
  /** Where it leads now; empty for words that are no link yet. */
  readonly href: string
  /** Null for what is more than words, and stays as it is. */
  readonly text: string | null
  /** An empty address: no link. */
  readonly onDone: (request: LinkRequest) => void
  readonly onOpen: (href: string) => void
  readonly onCancel: () => void
}

const SHOWN = 8
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Where a link leads, found by the title of a page or a heading or typed as it is, and the words that stand
 * there.
 */
export function LinkForm({ page, href, text, onDone, onOpen, onCancel }: LinkFormProps) {
  const [typed, setTyped] = useState(href)
  const [shown, setShown] = useState(text ?? '')
  const [chosen, setChosen] = useState<number | null>(null)
  const list = useId()
  const options = useRef<HTMLUListElement>(null)
  useSiteFacts()
  useEffect(() => void readSitePages(page), [page])

  const address = addressIn(typed)
  const isAsBefore = typed === href
  const targets = isAsBefore && href !== '' ? [] : linkTargets(typed.replace(/^\//, ''), page).slice(0, SHOWN)
  // words mean the page that fits best; an address means itself until another is chosen
  const at = chosen ?? (address !== null || isAsBefore || typed.trim() === '' ? -1 : 0)
  const target = targets[at]
  useEffect(() => {
    options.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [at])

  const take = (one: LinkTarget | undefined) => {
    const to = one?.href ?? (isAsBefore ? href : (address ?? typed.trim()))
    const said = shown.trim() === '' ? (one?.text ?? to) : shown
    onDone({ href: to, text: text === null ? '' : said })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    take(target)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = isComposing(event) ? undefined : steps[event.key]
    if (step === undefined || targets.length === 0) return
    event.preventDefault()
    setChosen((at + step + targets.length) % targets.length)
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={12}>
        <TextInput
          label={words.address}
          description={words.addressHint}
          data-autofocus
          spellCheck={false}
          autoComplete="off"
          role="combobox"
          aria-expanded={targets.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          {...(target ? { 'aria-activedescendant': `${list}-${at}` } : {})}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setChosen(null)
          }}
          onKeyDown={onKey}
        />
        <ul
          ref={options}
          id={list}
          role="listbox"
          aria-label={words.found}
          className={classes.list}
          hidden={targets.length === 0}
        >
          {targets.map((one, index) => (
            // keys are those of the field, which keeps them
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events
            <li
              key={one.href}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === at}
              className={classes.target}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(one)}
            >
              <span className={classes.title}>{one.text}</span>
              <span className={classes.detail}>{one.detail}</span>
            </li>
          ))}
        </ul>
        {text !== null && (
          <TextInput
            label={words.text}
            value={shown}
            onChange={(event) => setShown(event.currentTarget.value)}
          />
        )}
        <Group justify="space-between" gap={8}>
          <Group gap={8}>
            {href !== '' && (
              <>
                <Button variant="subtle" px={8} onClick={() => onDone({ href: '', text: '' })}>
                  {words.remove}
                </Button>
                <Button variant="subtle" px={8} onClick={() => onOpen(href)}>
                  {words.open}
                </Button>
              </>
            )}
          </Group>
          <Group gap={8}>
            <Button variant="default" onClick={onCancel}>
              {words.cancel}
            </Button>
            <Button type="submit">{words.link}</Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}
