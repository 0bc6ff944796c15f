import { TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { ImportItem } from '../../../../common/importing/shapes'
import { count, pathOf } from './words'
import classes from './Filters.module.css'

/** One way to see fewer items. */
export interface Filter {
  readonly key: string
  readonly label: string
  readonly test: (item: ImportItem) => boolean
}

interface Shown {
  readonly items: readonly ImportItem[]
  readonly filter: string
  readonly search: string
  readonly setFilter: (key: string) => void
  readonly setSearch: (text: string) => void
}

const everything = 'all'

/** The items that a filter and a search leave. */
export function useFiltered(items: readonly ImportItem[], filters: readonly Filter[], from: string): Shown {
  const [filter, setFilter] = useState(everything)
  const [search, setSearch] = useState('')
  const test = filters.find(({ key }) => key === filter)?.test
  const wanted = search.trim().toLowerCase()
  const found = items.filter(
    (item) => (test?.(item) ?? true) && (wanted === '' || pathOf(item, from).toLowerCase().includes(wanted))
  )
  return { items: found, filter: test ? filter : everything, search, setFilter, setSearch }
}

interface FilterBarProps {
  readonly all: readonly ImportItem[]
  readonly filters: readonly Filter[]
  readonly shown: Shown
  readonly label: string
}

/** Search, and buttons that show only some, each with its number. */
export function FilterBar({ all, filters, shown, label }: FilterBarProps) {
  const counted = filters
    .map((filter) => ({ ...filter, found: all.filter(filter.test).length }))
    .filter(({ found }) => found > 0)
  return (
    <div className={classes.filters} role="group" aria-label={label}>
      <TextInput
        size="xs"
        aria-label="Search in the list"
        placeholder="Search"
        leftSection={<IconSearch size={14} stroke={1.5} aria-hidden="true" />}
        value={shown.search}
        onChange={(event) => shown.setSearch(event.currentTarget.value)}
      />
      {[{ key: everything, label: 'All', found: all.length }, ...counted].map((filter) => (
        <UnstyledButton
          key={filter.key}
          className={classes.filter ?? ''}
          aria-pressed={shown.filter === filter.key}
          onClick={() => shown.setFilter(filter.key)}
        >
          {filter.label} <span>{count(filter.found)}</span>
        </UnstyledButton>
      ))}
    </div>
  )
}
