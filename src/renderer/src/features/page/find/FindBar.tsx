import { Button, CloseButton, TextInput } from '@mantine/core'
import { IconAbc, IconLetterCase, IconRegex, IconSelectAll, IconTags } from '@tabler/icons-react'
import type { Node } from 'prosemirror-model'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isEnter, isEscape } from '../../../components/keys'
import { findIn, goOn, goToFirst, lookWithin, type Search } from '../../../engines/page/find/find'
import { findingOf } from '../../../engines/page/find/finding'
import { isReplaced, replaceFound } from '../../../engines/page/find/replace'
import type { PageSurface } from '../../../engines/page/surface'
import { registerCommands, shortcutOf } from '../../../workbench/commands/commands'
import { FindField } from '../../../workbench/FindField'
import { IconButton } from '../../../workbench/IconButton'
import { pageCommand } from '../command-names'
import { useRead } from '../../../state/signal'
import type { AskedFind } from './PageFind'
import { words } from './words'
import classes from './FindBar.module.css'

/** Milliseconds after a change of the page before it is looked through again. */
const DELAY = 150

interface FindBarProps {
  readonly surface: PageSurface
  readonly readOnly: boolean
  readonly asked: AskedFind
  readonly search: Search
  readonly onSearch: (search: Search) => void
  readonly onClose: () => void
}

/** Ways to look, each a button. */
const ways = [
  ['matchCase', words.matchCase, IconLetterCase],
  ['wholeWords', words.wholeWords, IconAbc],
  ['isPattern', words.pattern, IconRegex],
  ['isDeep', words.deep, IconTags]
] as const

/**
 * The bar of the search: Enter goes on, Shift+Enter back, Escape returns to the page with the find chosen.
 */
export function FindBar({ surface, readOnly, asked, search, onSearch, onClose }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null)
  const byField = useRef<HTMLInputElement>(null)
  const [by, setBy] = useState('')
  const [isWithin, setWithin] = useState(false)
  const [trouble, setTrouble] = useState<'broken' | 'slow' | null>(null)
  const finding = useRead(surface.changed, () => findingOf(surface.state))
  const doc = useRead(surface.changed, () => surface.state?.doc ?? null)
  const { found, at } = finding
  const here = found[at]

  const look = async (): Promise<void> => {
    const outcome = await findIn(surface, search)
    if (outcome !== 'old') setTrouble(outcome === 'found' ? null : outcome)
  }
  // what is typed shows the first place at once; the keyboard stays where the words are
  const lookAnew = useEffectEvent(async (first: boolean) => {
    await look()
    if (first && findingOf(surface.state).at < 0) goToFirst(surface)
  })
  const lookedFor = useRef<{ search: Search; isWithin: boolean; doc: Node | null } | null>(null)
  useEffect(() => {
    const before = lookedFor.current
    lookedFor.current = { search, isWithin, doc }
    const isOther = before?.search !== search || before.isWithin !== isWithin
    if (isOther) {
      void lookAnew(true)
      return undefined
    }
    const timer = setTimeout(() => void lookAnew(false), DELAY)
    return () => clearTimeout(timer)
  }, [search, isWithin, doc])

  const takeFocus = useEffectEvent(() => {
    const target = asked.field === 'replace' && byField.current && search.words !== '' ? byField : field
    target.current?.focus()
    target.current?.select()
  })
  useEffect(() => takeFocus(), [asked])

  const go = async (step: 1 | -1) => {
    if (findingOf(surface.state).of !== surface.state?.doc) await look()
    goOn(surface, step)
  }
  const goTo = useEffectEvent((step: 1 | -1) => void go(step))
  useEffect(
    () =>
      registerCommands([
        { ...pageCommand('page.find-next'), run: () => goTo(1) },
        { ...pageCommand('page.find-previous'), run: () => goTo(-1) }
      ]),
    []
  )
  const replace = async (which: 'one' | 'all') => {
    if (findingOf(surface.state).of !== surface.state?.doc) await look()
    const now = findingOf(surface.state)
    const one = now.found[now.at]
    if (which === 'one' && !one) return void goOn(surface, 1)
    const chosen = which === 'all' ? now.found : one ? [one] : []
    let count = 0
    surface.run((state, dispatch) => {
      const replaced = replaceFound(state, chosen, { by, isPattern: search.isPattern, isDeep: search.isDeep })
      count = replaced?.count ?? 0
      if (replaced && count > 0) dispatch?.(replaced.tr)
      return replaced !== null
    }, false)
    surface.said.notify(words.replaced(count, chosen.length - count))
    await look()
    if (which === 'one') goOn(surface, 1)
  }
  const canReplaceHere = here !== undefined && isReplaced(here, search)
  return (
    <div className={classes.bar} role="search" aria-label={words.find}>
      <FindField
        ref={field}
        label={words.find}
        text={search.words}
        count={search.words === '' || trouble ? null : found.length}
        at={at}
        keys={{
          next: shortcutOf('page.find-next') ?? 'enter',
          previous: shortcutOf('page.find-previous') ?? 'shift+enter'
        }}
        onText={(text) => onSearch({ ...search, words: text })}
        onGo={(step) => void go(step)}
        onClose={onClose}
      >
        {ways.map(([way, label, Shape]) => (
          <IconButton
            key={way}
            label={label}
            pressed={search[way]}
            onClick={() => onSearch({ ...search, [way]: !search[way] })}
          >
            <Shape size={16} />
          </IconButton>
        ))}
        <IconButton
          label={words.inSelection}
          pressed={isWithin}
          onClick={() => setWithin(lookWithin(surface, !isWithin))}
        >
          <IconSelectAll size={16} />
        </IconButton>
      </FindField>
      {!readOnly && (
        <div className={classes.replace}>
          <TextInput
            ref={byField}
            size="xs"
            className={classes.by ?? ''}
            aria-label={words.by}
            placeholder={words.by}
            value={by}
            onChange={(event) => setBy(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (isEscape(event)) onClose()
              else if (isEnter(event)) void replace('one')
            }}
          />
          <Button
            variant="default"
            size="compact-sm"
            disabled={found.length === 0 || (here !== undefined && !canReplaceHere)}
            title={here !== undefined && !canReplaceHere ? words.inHtml : undefined}
            onClick={() => void replace('one')}
          >
            {words.replace}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            disabled={found.length === 0}
            onClick={() => void replace('all')}
          >
            {words.replaceAll}
          </Button>
        </div>
      )}
      {trouble && (
        <span role="status" className={classes.trouble}>
          {words[trouble]}
        </span>
      )}
      <CloseButton size="sm" aria-label={words.close} onClick={onClose} className={classes.close ?? ''} />
    </div>
  )
}
