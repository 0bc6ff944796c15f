import { Alert, Button, Radio } from '@mantine/core'
import { IconGitCompare } from '@tabler/icons-react'
import { useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { isMedia } from '../../../../common/importing/kinds'
import {
  verdicts,
  type ImportItem,
  type ImportShown,
  type Verdict
} from '../../../../common/importing/shapes'
import { IconButton } from '../../workbench/IconButton'
import type { Choice } from './choice'
import { showContents } from './CompareContents'
import { FilterBar, useFiltered, type Filter } from './Filters'
import { Lacks, lacks } from './Lacks'
import { ItemList, type Mark } from './ItemList'
import { count, items as itemsText, verdictWords } from './words'
import parts from './StepParts.module.css'

interface CheckStepProps {
  readonly site: ContentPath
  readonly job: ImportShown
  readonly items: readonly ImportItem[]
  readonly choice: Choice
  readonly busy: boolean
  readonly onRun: (replace: boolean) => void
  readonly onCheck: (hosts: readonly string[]) => void
  readonly onCancel: () => void
}

const filters: readonly Filter[] = [
  ...verdicts.map((verdict): Filter => ({
    key: verdict,
    label: verdictWords[verdict],
    test: (item) => item.check?.verdict === verdict
  })),
  lacks
]

/** What asks for a decision comes first. */
const byUrgency = (a: ImportItem, b: ImportItem) =>
  urgency[a.check?.verdict ?? 'same'] - urgency[b.check?.verdict ?? 'same'] || a.number - b.number

const urgency: Readonly<Record<Verdict, number>> = { changed: 0, no: 1, new: 2, same: 3 }

const tones: Readonly<Record<Verdict, Mark['tone']>> = {
  new: 'good',
  same: 'calm',
  changed: 'warn',
  no: 'bad'
}

/** Step 3: what the dry run saw, and what is done about what is there already. */
export function CheckStep({ site, job, items, choice, busy, onRun, onCheck, onCancel }: CheckStepProps) {
  const [replace, setReplace] = useState<'keep' | 'replace' | null>(null)
  const checked = items.filter(({ check }) => check !== undefined).sort(byUrgency)
  const shown = useFiltered(checked, filters, job.source.from)
  const chosen = checked.filter(choice.isChosen)
  const found = (verdict: Verdict) => chosen.filter(({ check }) => check?.verdict === verdict).length
  const [fresh, changed] = [found('new'), found('changed')]
  const isDecided = changed === 0 || replace !== null
  const writes = fresh + (replace === 'replace' ? changed : 0)
  return (
    <>
      {job.hosts.map(({ origin, items: number }) => (
        <Alert key={origin} color="yellow" className={parts.note ?? ''}>
          <div className={parts.line}>
            <span>
              {number === 1 ? 'One file lies' : `${count(number)} files lie`} on another host, <b>{origin}</b>
              .
            </span>
            <Button variant="default" size="compact-sm" disabled={busy} onClick={() => onCheck([origin])}>
              Take files from there too
            </Button>
          </div>
        </Alert>
      ))}
      <Lacks items={chosen} />
      <div className={parts.bar}>
        <FilterBar all={checked} filters={filters} shown={shown} label="What the check saw" />
      </div>
      <ItemList
        label="What the check saw"
        items={shown.items}
        from={job.source.from}
        choice={{
          ...choice,
          isChosen: (item) => choice.isChosen(item) && item.check?.verdict !== 'no',
          isOpen: ({ check }) => check?.verdict !== 'no'
        }}
        mark={({ check }) =>
          check ? { text: verdictWords[check.verdict], tone: tones[check.verdict] } : null
        }
        detail={({ check, shownBy }) =>
          check?.detail ?? check?.lacks ?? (shownBy === undefined ? null : 'Shown by a page, not in the list')
        }
        action={(item) =>
          item.check?.verdict === 'changed' &&
          !isMedia(item.kind) && (
            <IconButton
              label={`Compare ${item.path ?? ''}`}
              onClick={() => showContents(site, job.name, item)}
            >
              <IconGitCompare size={16} stroke={1.5} />
            </IconButton>
          )
        }
      />
      <footer className={parts.foot}>
        {changed > 0 && (
          <Radio.Group
            className={parts.decision ?? ''}
            aria-label="What happens to files that are there already and differ"
            value={replace ?? ''}
            onChange={(value) => setReplace(value === 'replace' ? 'replace' : 'keep')}
          >
            <span>
              {changed === 1
                ? 'One file is there already and differs:'
                : `${count(changed)} files are there already and differ:`}
            </span>
            <Radio
              size="xs"
              value="keep"
              label={changed === 1 ? 'leave it as it is' : 'leave them as they are'}
            />
            <Radio
              size="xs"
              value="replace"
              label={
                changed === 1 ? 'replace it; the old state is kept' : 'replace them; the old states are kept'
              }
            />
          </Radio.Group>
        )}
        <span role="status">
          {itemsText(writes)} will be written, {count(found('same'))} {found('same') === 1 ? 'is' : 'are'} the
          same already
        </span>
        <Button variant="default" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="default" disabled={busy} onClick={() => onCheck([])}>
          Check again
        </Button>
        <Button
          loading={busy}
          disabled={chosen.every(({ check }) => check?.verdict === 'no') || !isDecided}
          onClick={() => onRun(replace === 'replace')}
        >
          {isDecided && writes === 0 ? 'Compare with the source' : `Import ${itemsText(writes)}`}
        </Button>
      </footer>
    </>
  )
}
