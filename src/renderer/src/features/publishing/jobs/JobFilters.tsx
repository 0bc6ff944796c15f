import { SegmentedControl, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { JobResource } from '../../../../../common/publishing/jobs'
import { resultOf, results, resultWords, type Result, type ShownTopic } from './job-words'
import { numberText } from '../../../components/formats'
import classes from './Jobs.module.css'

interface JobFiltersProps {
  readonly topic: ShownTopic
  readonly items: readonly JobResource[]
  readonly result: Result | 'all'
  readonly search: string
  readonly onResult: (result: Result | 'all') => void
  readonly onSearch: (words: string) => void
}

const choices = ['all', ...results] as const

/** Shows only some of the items, each choice with its number. */
export function JobFilters({ topic, items, result, search, onResult, onSearch }: JobFiltersProps) {
  const number = (one: Result | 'all') =>
    (one === 'all' ? items : items.filter((item) => resultOf(item) === one)).length
  return (
    <div className={classes.bar}>
      <SegmentedControl
        size="xs"
        aria-label="Show"
        value={result}
        onChange={onResult}
        data={choices.map((one) => ({
          value: one,
          label: `${one === 'all' ? 'All' : resultWords(topic, one)} ${numberText(number(one))}`
        }))}
      />
      <TextInput
        size="xs"
        className={classes.search ?? ''}
        aria-label="Search in the items"
        placeholder="Search"
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
    </div>
  )
}
