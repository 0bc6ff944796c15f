import { Alert, Button } from '@mantine/core'
import { itemKinds } from '../../../../common/importing/kinds'
import type { ImportItem, ImportShown } from '../../../../common/importing/shapes'
import { State } from '../../components/State'
import type { Choice } from './choice'
import { FilterBar, useFiltered, type Filter } from './Filters'
import { ItemList } from './ItemList'
import { count, items as itemsText, kindWords } from './words'
import parts from './StepParts.module.css'

interface WhatStepProps {
  readonly job: ImportShown
  readonly items: readonly ImportItem[]
  readonly choice: Choice
  readonly busy: boolean
  readonly onCheck: () => void
  readonly onCancel: () => void
}

const filters: readonly Filter[] = itemKinds.map((kind) => ({
  key: kind,
  label: kindWords[kind][1],
  test: (item) => item.kind === kind
}))

/** Step 2: what is taken of what there is. */
export function WhatStep({ job, items, choice, busy, onCheck, onCancel }: WhatStepProps) {
  const shown = useFiltered(items, filters, job.source.from)
  const chosen = items.length - items.filter((item) => !choice.isChosen(item)).length
  const chosenHere = shown.items.filter(choice.isChosen).length
  if (items.length === 0) {
    return (
      <State
        title="There is nothing to import"
        actions={
          <Button variant="default" onClick={onCancel}>
            Begin anew
          </Button>
        }
      >
        The source lists nothing for this. Is the right state chosen, and is the site published?
      </State>
    )
  }
  return (
    <>
      <Refused job={job} />
      <div className={parts.bar}>
        <FilterBar all={items} filters={filters} shown={shown} label="Kinds" />
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() =>
            choice.set(
              shown.items.map(({ number }) => number),
              chosenHere < shown.items.length
            )
          }
        >
          {chosenHere < shown.items.length
            ? `Choose these ${count(shown.items.length)}`
            : `Leave out these ${count(shown.items.length)}`}
        </Button>
      </div>
      <ItemList
        label="What there is"
        items={shown.items}
        from={job.source.from}
        choice={choice}
        mark={({ kind }) => ({ text: kindWords[kind][0], tone: 'calm' })}
      />
      <footer className={parts.foot}>
        <span role="status">
          {count(chosen)} of {itemsText(items.length)} chosen
        </span>
        <Button variant="default" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button loading={busy} disabled={chosen === 0} onClick={onCheck}>
          Check {itemsText(chosen)}
        </Button>
      </footer>
    </>
  )
}

/** Entries of the list that could not be used. */
function Refused({ job: { refused, repeated } }: { readonly job: ImportShown }) {
  if (refused.length === 0 && repeated === 0) return null
  return (
    <Alert color={refused.length > 0 ? 'yellow' : 'gray'} className={parts.note ?? ''}>
      {refused.length > 0 && (
        <details>
          <summary>
            {refused.length === 1 ? 'One entry is' : `${count(refused.length)} entries are`} left out
          </summary>
          <ul>
            {refused.slice(0, 50).map(({ text, why }, index) => (
              <li key={index}>
                <code>{text}</code> {why}
              </li>
            ))}
          </ul>
        </details>
      )}
      {repeated > 0 && (
        <p>
          {repeated === 1 ? 'One address was' : `${count(repeated)} addresses were`} named more than once.
        </p>
      )}
    </Alert>
  )
}
