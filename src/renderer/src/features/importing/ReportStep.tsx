import { Button } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { contentPath, siteOf } from '../../../../common/content/paths'
import {
  outcomes,
  type ImportItem,
  type ImportShown,
  type Outcome
} from '../../../../common/importing/shapes'
import { sentenceOf } from '../../api'
import { goTo } from '../../workbench/address'
import { IconButton } from '../../workbench/IconButton'
import { saveText } from '../../components/save-text'
import { notifyFailure } from '../../workbench/toast'
import { Numbers } from './AtWork'
import { openMoment } from '../moment'
import { imports } from '../../api/importing'
import { FilterBar, useFiltered, type Filter } from './Filters'
import { Lacks, lacks } from './Lacks'
import { ItemList, type Mark } from './ItemList'
import { count, items as itemsText, outcomeWords, verdictWords } from './words'
import { numberText } from '../../components/formats'
import classes from './ReportStep.module.css'
import parts from './StepParts.module.css'

interface ReportStepProps {
  readonly job: ImportShown
  readonly items: readonly ImportItem[]
  readonly busy: boolean
  readonly onCheck: () => void
  readonly onNew: () => void
}

const notImported = 'Not imported'

/** It could have come, and did not: the import was cancelled before. */
function isNotImported({ chosen, check, result }: ImportItem): boolean {
  return chosen && result === undefined && check?.verdict !== 'no'
}

const differs: Filter = {
  key: 'differs',
  label: 'Differs from the source',
  test: ({ findings }) => (findings?.length ?? 0) > 0
}
const filters: readonly Filter[] = [
  differs,
  lacks,
  ...outcomes.map((outcome): Filter => ({
    key: outcome,
    label: outcomeWords[outcome],
    test: ({ result }) => result?.outcome === outcome
  })),
  { key: 'undone', label: notImported, test: isNotImported },
  { key: 'no', label: verdictWords.no, test: ({ check, chosen }) => chosen && check?.verdict === 'no' },
  { key: 'out', label: 'Left out', test: ({ chosen }) => !chosen }
]

const tones: Readonly<Record<Outcome, Mark['tone']>> = {
  created: 'good',
  replaced: 'warn',
  same: 'calm',
  kept: 'calm',
  failed: 'bad'
}

/** Step 5: what became of everything, and whether it is what the source has. */
export function ReportStep({ job, items, busy, onCheck, onNew }: ReportStepProps) {
  const ordered = [...items].sort((a, b) => urgency(a) - urgency(b) || a.number - b.number)
  const shown = useFiltered(ordered, filters, job.source.from)
  const { differing, compared } = job.counts
  const failed = job.counts.outcomes['failed'] ?? 0
  const wrote = (job.counts.outcomes['created'] ?? 0) + (job.counts.outcomes['replaced'] ?? 0)
  const missing = items.filter(isNotImported).length
  return (
    <>
      <div className={classes.summary}>
        <Numbers job={job} />
        {job.state === 'cancelled' ? (
          <p className={classes.verdict} data-tone="calm">
            {cancelledWords(wrote, missing)}
          </p>
        ) : differing > 0 || failed > 0 ? (
          <p className={classes.verdict} data-tone="warn">
            {differing > 0 &&
              `${differing === 1 ? 'One file differs' : `${numberText(differing)} files differ`} from the source. `}
            {failed > 0 &&
              `${failed === 1 ? 'One item' : `${numberText(failed)} items`} could not be imported; “Check again” tries once more.`}
          </p>
        ) : (
          compared > 0 && (
            <p className={classes.verdict} data-tone="good">
              Everything that was imported equals its source: text, links, images and sheets.
            </p>
          )
        )}
      </div>
      <Lacks items={items.filter(({ result }) => result !== undefined)} />
      <div className={parts.bar}>
        <FilterBar all={items} filters={filters} shown={shown} label="What became of the items" />
      </div>
      <ItemList
        label="Report"
        items={shown.items}
        from={job.source.from}
        mark={markOf}
        detail={detailOf}
        action={({ path, result }) =>
          path !== null &&
          result !== undefined &&
          result.outcome !== 'failed' && (
            <IconButton label={`Open ${path}`} onClick={() => goTo(contentPath(path))}>
              <IconExternalLink size={16} stroke={1.5} />
            </IconButton>
          )
        }
      />
      <footer className={parts.foot}>
        <Button
          variant="default"
          leftSection={<IconDownload size={14} stroke={1.5} aria-hidden="true" />}
          onClick={() => void save(job)}
        >
          Save the report as CSV
        </Button>
        {wrote > 0 && job.runTime !== undefined && (
          <Button variant="default" disabled={busy} onClick={() => takeBack(job)}>
            Take it back…
          </Button>
        )}
        {items.length > 0 && (
          <Button variant={missing > 0 ? 'filled' : 'default'} disabled={busy} onClick={onCheck}>
            {missing > 0 ? 'Import the rest…' : 'Check again'}
          </Button>
        )}
        <Button variant={missing > 0 ? 'default' : 'filled'} onClick={onNew}>
          New import
        </Button>
      </footer>
    </>
  )
}

function cancelledWords(wrote: number, missing: number): string {
  if (wrote === 0) return 'This import was cancelled before anything was written.'
  const came = wrote === 1 ? 'One file was written and stays' : `${count(wrote)} files were written and stay`
  if (missing === 0) return `This import was cancelled. ${came}.`
  return `This import was cancelled. ${came}; ${itemsText(missing)} did not come. “Import the rest” looks at everything again, and what is here already is not written twice.`
}

/** Shows the target as it was when the import began to write, with the way back there. */
function takeBack({ target, runTime = '' }: ImportShown): void {
  openMoment(contentPath(target), Date.parse(runTime) - 1, { trashAdded: true })
}

/** What went wrong comes first. */
function urgency({ check, result, findings }: ImportItem): number {
  if (findings && findings.length > 0) return 0
  if (!result) return check?.verdict === 'no' ? 2 : 7
  return { failed: 1, replaced: 3, created: 4, kept: 5, same: 6 }[result.outcome]
}

function markOf({ chosen, check, result, findings }: ImportItem): Mark | null {
  if (findings && findings.length > 0) return { text: 'Differs', tone: 'bad' }
  if (result) return { text: outcomeWords[result.outcome], tone: tones[result.outcome] }
  if (!chosen) return { text: 'Left out', tone: 'calm' }
  if (check?.verdict === 'no') return { text: verdictWords.no, tone: 'bad' }
  return { text: notImported, tone: 'calm' }
}

function detailOf({ chosen, check, result, findings }: ImportItem): string | null {
  if (findings && findings.length > 0) return findings.map(({ detail }) => detail).join(' ')
  if (result?.detail !== undefined) return result.detail
  return chosen ? (check?.detail ?? check?.lacks ?? null) : null
}

async function save(job: ImportShown): Promise<void> {
  try {
    const text = await imports.report(siteOf(contentPath(job.target)), job.name)
    saveText(`${job.name}.csv`, text, 'text/csv')
  } catch (error) {
    notifyFailure('The report could not be saved', sentenceOf(error))
  }
}
