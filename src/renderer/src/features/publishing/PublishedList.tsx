import { Button, Checkbox, Loader, SegmentedControl, TextInput } from '@mantine/core'
import { IconSearch, IconWorld } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { siteFolder } from '../../../../common/publishing/addresses'
import { openDocument } from '../../workbench/workbench'
import { State } from '../../components/State'
import { exactTime, relativeTime, numberText } from '../../components/formats'
import { askPublishMany, askUnpublishMany } from './PublishMany'
import { lookAt } from './look-at'
import { showPublished } from './PublishedView'
import {
  filters,
  filterWords,
  linesOf,
  shownLines,
  belongs,
  type PublishedFilter,
  type PublishedLine
} from './published-list'
import { lookAgain, useSiteMarks } from './published-marks'
import classes from './Publishing.module.css'

const ROW = 36

/**
 * Everything that is published of a site, also what has no document here any more: to look at, publish again,
 * or take out (U1).
 */
export function PublishedList({ path }: { readonly path: ContentPath }) {
  const site = siteFolder(path)
  const { items, problem } = useSiteMarks(site)
  const [filter, setFilter] = useState<PublishedFilter>('all')
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<ContentPath>>(new Set())
  const lines = useMemo(() => linesOf(site, items?.values() ?? []), [site, items])
  const shown = useMemo(() => shownLines(lines, filter, search), [lines, filter, search])
  const picked = shown.filter((line) => chosen.has(line.path))
  const files = (some: readonly PublishedLine[]) =>
    some.map(({ path, item }) => ({ path, folder: false, gone: item.edit === null }))
  const here = picked.filter(({ item }) => item.edit !== null)

  if (!items && !problem) return <Loader size={20} m="md" aria-label="Loading" />
  if (!items)
    return <State tone="bad" title="What is published could not be read" onAgain={() => lookAgain(site)} />
  if (lines.length === 0)
    return (
      <State icon={<IconWorld size={20} />} title="Nothing of this site is published">
        Publish a document with the button above it, or a whole folder from its menu in the sidebar.
      </State>
    )
  const all = shown.length > 0 && picked.length === shown.length
  return (
    <div className={classes.list}>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label="Show"
          value={filter}
          onChange={setFilter}
          data={filters.map((one) => ({
            value: one,
            label: `${filterWords[one]} ${numberText(lines.filter((line) => belongs(line, one)).length)}`
          }))}
        />
        <TextInput
          size="xs"
          className={classes.search ?? ''}
          aria-label="Search in addresses"
          placeholder="Search"
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <span className={classes.spring} />
        <Button
          size="compact-sm"
          variant="default"
          disabled={here.length === 0}
          onClick={() => askPublishMany(files(here))}
        >
          Publish again…
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          className={classes.takeOut ?? ''}
          disabled={picked.length === 0}
          onClick={() => askUnpublishMany(files(picked))}
        >
          Unpublish…
        </Button>
      </div>
      <div className={classes.headRow}>
        <Checkbox
          size="xs"
          aria-label="Choose all that are shown"
          checked={all}
          indeterminate={picked.length > 0 && !all}
          onChange={() => setChosen(all ? new Set() : new Set(shown.map((line) => line.path)))}
        />
        <span>{picked.length > 0 ? `${numberText(picked.length)} chosen` : 'Address'}</span>
        <span>State</span>
        <span>Since</span>
        <span />
      </div>
      <Lines
        lines={shown}
        chosen={chosen}
        onChoose={(line) => {
          const next = new Set(chosen)
          if (!next.delete(line.path)) next.add(line.path)
          setChosen(next)
        }}
      />
    </div>
  )
}

interface LinesProps {
  readonly lines: readonly PublishedLine[]
  readonly chosen: ReadonlySet<ContentPath>
  readonly onChoose: (line: PublishedLine) => void
}

function Lines({ lines, chosen, onChoose }: LinesProps) {
  const frame = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react-hooks/incompatible-library -- the virtualizer is read in this component only
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: 12,
    initialRect: { width: 800, height: 600 }
  })
  if (lines.length === 0) return <p className={classes.none}>Nothing here.</p>
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls is reached by keyboard
    <div ref={frame} className={classes.frame} tabIndex={0} role="region" aria-label="Published">
      <ul className={classes.lines} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index]
          return (
            line && (
              <Line
                key={line.path}
                line={line}
                top={start}
                chosen={chosen.has(line.path)}
                onChoose={() => onChoose(line)}
              />
            )
          )
        })}
      </ul>
    </div>
  )
}

/**
 * Pages and JSON in a dialog, over the list; pictures and other files as readers get them, in a tab of the
 * site.
 */
function look({ path, item }: PublishedLine): void {
  const environment = item.live ? 'live' : 'preview'
  if (item.kind === 'media') lookAt(path, environment, item.kind)
  else showPublished(path, environment, item.kind === 'structured')
}

interface LineProps {
  readonly line: PublishedLine
  readonly top: number
  readonly chosen: boolean
  readonly onChoose: () => void
}

function Line({ line, top, chosen, onChoose }: LineProps) {
  const { item, name, words, freshness, path } = line
  const state = item.live ?? item.preview
  const at = Date.parse(state?.lastModified ?? '')
  return (
    <li
      className={classes.line}
      style={{ transform: `translateY(${top}px)` }}
      data-chosen={chosen || undefined}
    >
      <Checkbox size="xs" aria-label={`Choose ${name}`} checked={chosen} onChange={onChoose} />
      {item.edit ? (
        <button type="button" className={classes.open} title={name} onClick={() => openDocument(path)}>
          {name}
        </button>
      ) : (
        <span className={classes.open} title={name}>
          {name}
        </span>
      )}
      <span className={classes.stateWords}>
        <i aria-hidden="true" className={classes.dot} data-freshness={freshness} />
        {words}
      </span>
      <span className={classes.quiet} title={`${exactTime(at)}, ${state?.lastModifiedBy ?? ''}`}>
        {relativeTime(at)} by {state?.lastModifiedBy}
      </span>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={`Look at it: ${name}`}
        onClick={() => look(line)}
      >
        Look at it
      </Button>
    </li>
  )
}
