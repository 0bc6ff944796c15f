import { Popover } from '@mantine/core'
import type { Command as PageStep } from 'prosemirror-state'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import { ASKED_KEY, askedAt, type Asked } from '../../../engines/page/slash/asking'
import type { PageSurface } from '../../../engines/page/surface'
import { useTree } from '../../../engines/tree/tree-store'
import { shownShortcut } from '../../../workbench/commands/shown-keys'
import { siteFolder } from '../../../../../common/publishing/addresses'
import { readLibrary, useLibrary } from '../../library'
import { usePlace } from '../chosen/use-place'
import { readSitePages, useSiteFacts } from '../links/site-pages'
import { pagePicks } from '../links/page-picks'
import { useRead } from '../../../state/signal'
import { usePlaceholders } from '../tokens/site-placeholders'
import { tokenPicks } from '../tokens/token-picks'
import { addPicks } from './add-picks'
import type { Pick } from './pick'
import { words } from './words'
import classes from './PickMenu.module.css'

interface PickMenuProps {
  readonly surface: PageSurface
  readonly path: ContentPath
  /** What commands do in the page, by their ids. */
  readonly steps: Readonly<Partial<Record<string, PageStep>>>
}

/** What `/` and `[[` offer, at the place where they were typed. The keyboard stays in the text. */
export function PickMenu(props: PickMenuProps) {
  const { surface } = props
  const told = useRead(surface.changed, () => {
    const asked = askedAt(surface.state)
    return asked === null ? '' : JSON.stringify(asked)
  })
  if (told === '') return null
  const asked: Asked = JSON.parse(told)
  return <Offered key={`${asked.kind} ${asked.from}`} {...props} asked={asked} />
}

const PAGE = 8
const labels: Readonly<Record<Asked['kind'], string>> = {
  anything: words.add,
  page: words.link,
  placeholder: words.placeholder,
  icon: words.icon
}

function picksFor(
  { kind, query }: Asked,
  path: ContentPath,
  surface: PageSurface,
  steps: PickMenuProps['steps']
): Pick[] {
  if (kind === 'anything') return addPicks(query, path, surface, steps)
  return kind === 'page' ? pagePicks(query, path, surface) : tokenPicks(kind, query, path, surface)
}

function Offered({ surface, path, steps, asked }: PickMenuProps & { readonly asked: Asked }) {
  const facts = useSiteFacts()
  const library = useLibrary()
  const [chosen, setChosen] = useState<string | null>(null)
  const { kind, query } = asked
  const known = usePlaceholders()
  const folders = useTree((tree) => tree.folders)
  const groups = useMemo(
    () => groupsOf(picksFor(asked, path, surface, steps)),
    // what is known of the site is asked for by these, and draws the list anew
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [kind, query, path, surface, steps, facts, library, known, folders]
  )
  const picks = groups.flatMap(([, some]) => some)
  const at = Math.max(
    0,
    picks.findIndex(({ id }) => id === chosen)
  )
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    void readSitePages(path)
    void readLibrary(siteFolder(path))
  }, [path])

  const count = picks.length
  const say = useEffectEvent(() => {
    if (count > 0 || kind !== 'icon')
      surface.said.notify(count === 0 ? words.nothing(query) : words.offered(count))
  })
  useEffect(() => say(), [count])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at, count])

  const move = (to: number) => {
    const next = picks[(to + count) % count]
    if (!next) return
    setChosen(next.id)
    surface.said.notify(words.place(next.title, picks.indexOf(next) + 1, count))
  }
  const onKey = useEffectEvent((event: Event) => {
    if (!(event instanceof CustomEvent) || count === 0) return
    event.preventDefault()
    if (event.detail === 'ArrowDown') move(at + 1)
    else if (event.detail === 'ArrowUp') move(at - 1)
    else if (event.detail === 'PageDown') move(Math.min(count - 1, at + PAGE))
    else if (event.detail === 'PageUp') move(Math.max(0, at - PAGE))
    else picks[at]?.take(asked)
  })
  useEffect(() => {
    const hear = (event: Event) => onKey(event)
    surface.element.addEventListener(ASKED_KEY, hear)
    return () => surface.element.removeEventListener(ASKED_KEY, hear)
  }, [surface])

  const place = usePlace(surface, asked.from)
  // where a site has no icons, a colon with letters is a colon with letters
  if (!place || (kind === 'icon' && count === 0)) return null
  const label = labels[kind]
  return (
    <Popover
      // on which side there is room is asked once, and anew in a page of another size
      key={`${surface.element.clientWidth} ${surface.element.clientHeight}`}
      opened
      position="bottom-start"
      offset={4}
      width={340}
      shadow="md"
      withRoles={false}
      trapFocus={false}
      returnFocus={false}
      closeOnEscape={false}
      middlewares={{
        // where it fits on neither side, the one with more room
        flip: { padding: 8, crossAxis: false, fallbackStrategy: 'bestFit' },
        shift: { padding: 8 },
        size: {
          padding: 8,
          apply: ({ availableHeight }) => {
            if (list.current)
              list.current.style.maxHeight = `${Math.max(120, Math.min(360, availableHeight))}px`
          }
        }
      }}
    >
      <Popover.Target>
        <span
          aria-hidden="true"
          className={classes.at}
          style={{ left: place.left, top: place.top, height: place.bottom - place.top }}
        />
      </Popover.Target>
      <Popover.Dropdown p={0} onMouseDown={(event) => event.preventDefault()}>
        {count === 0 ? (
          <p className={classes.nothing}>{words.nothing(query)}</p>
        ) : (
          <div ref={list} className={classes.menu} role="listbox" aria-label={label} tabIndex={-1}>
            {groups.map(([group, some]) => (
              <div key={group} role="group" aria-label={group}>
                <div className={classes.group} aria-hidden="true">
                  {group}
                </div>
                {some.map((pick) => (
                  <Line
                    key={pick.id}
                    pick={pick}
                    isChosen={pick === picks[at]}
                    onTake={() => pick.take(asked)}
                  />
                ))}
              </div>
            ))}
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface LineProps {
  readonly pick: Pick
  readonly isChosen: boolean
  readonly onTake: () => void
}

function Line({ pick: { title, detail, shortcut }, isChosen, onTake }: LineProps) {
  return (
    // keys are those of the text, which keeps them
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div className={classes.pick} role="option" aria-selected={isChosen} tabIndex={-1} onClick={onTake}>
      <span className={classes.title}>{title}</span>
      <span className={classes.detail}>{detail}</span>
      {shortcut && <kbd aria-hidden="true">{shownShortcut(shortcut)}</kbd>}
    </div>
  )
}

/** Neighbours of one group together, in their order. */
function groupsOf(picks: readonly Pick[]): [string, Pick[]][] {
  const groups = new Map<string, Pick[]>()
  for (const pick of picks) groups.set(pick.group, [...(groups.get(pick.group) ?? []), pick])
  return [...groups]
}
