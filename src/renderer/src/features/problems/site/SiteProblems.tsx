import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { nameOf, type ContentPath } from '../../../../../common/content/paths'
import {
  problemKinds,
  type ProblemKind,
  type SiteProblems as Found
} from '../../../../../common/links/answers'
import { sentenceOf } from '../../../api'
import { numberText } from '../../../components/formats'
import { PlaceList } from '../../../components/PlaceRow'
import { State } from '../../../components/State'
import { mendLinks } from '../../../documents/links/mend'
import { notifyFailure } from '../../../workbench/toast'
import { countedKind, keyOfProblem, kindWords } from './kinds'
import { ProblemRow } from './ProblemRow'
import { mendable, useSiteProblems } from './use-site-problems'
import classes from './SiteProblems.module.css'

/** What needs a look in a whole site: links, anchors, pictures, titles, orphans, unused media (LK9). */
export function SiteProblems({ site }: { readonly site: ContentPath | null }) {
  if (site === null) return <State title="Open a site to see what needs a look." />
  return <ProblemsOf key={site} site={site} />
}

function ProblemsOf({ site }: { readonly site: ContentPath }) {
  const [kind, setKind] = useState<ProblemKind | null>(null)
  const [ignored, setIgnored] = useState(false)
  const { read, again, more } = useSiteProblems(site, { kind, ignored })
  // the numbers of before stand until the next are there
  const [last, setLast] = useState<Found | null>(null)
  if (read.status === 'ready' && read.found !== last) setLast(read.found)
  if (read.status === 'failed')
    return (
      <State
        tone="bad"
        icon={<IconAlertTriangle size={20} />}
        title="The problems of the site could not be read"
        onAgain={again}
      >
        {read.message}
      </State>
    )
  if (!last) return <div aria-busy="true" />
  const all = sumOf(last.counts)
  return (
    <section aria-label={`Problems of ${nameOf(site)}`} aria-busy={read.status === 'loading'}>
      <div className={classes.head}>
        <NativeSelect
          size="xs"
          aria-label="Which problems"
          value={kind ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setKind(problemKinds.find((one) => one === value) ?? null)
          }
          data={[
            { value: '', label: `All problems (${numberText(all)})` },
            ...problemKinds
              .filter((one) => one === kind || last.counts[one] > 0)
              .map((one) => ({ value: one, label: countedKind(one, last.counts[one]) }))
          ]}
        />
        <MendAll site={site} kind={kind} problems={last} />
        {(last.ignored > 0 || ignored) && (
          <Checkbox
            size="xs"
            checked={ignored}
            onChange={({ currentTarget: { checked } }) => setIgnored(checked)}
            label={`Show ignored (${numberText(last.ignored)})`}
          />
        )}
      </div>
      {read.status === 'ready' && read.found.problems.length === 0 ? (
        <State icon={<IconCircleCheck size={20} />} title="No problems found">
          {kind
            ? `Nothing of the kind “${kindWords[kind].title}” in ${nameOf(site)}.`
            : `The links, pictures and titles of ${nameOf(site)} are looked at whenever something changes.`}
        </State>
      ) : (
        <PlaceList label="Problems">
          {last.problems.map((problem, index) => (
            <ProblemRow
              key={`${keyOfProblem(problem)} ${index}`}
              site={site}
              problem={problem}
              onChanged={again}
            />
          ))}
        </PlaceList>
      )}
      {last.next !== undefined && (
        <Button variant="subtle" size="compact-xs" className={classes.more ?? ''} onClick={more}>
          Show more
        </Button>
      )}
    </section>
  )
}

/** Mends all of what is shown that can be mended at once; one Undo takes it back. */
function MendAll({
  site,
  kind,
  problems
}: {
  readonly site: ContentPath
  readonly kind: ProblemKind | null
  readonly problems: Found
}) {
  const [isBusy, setBusy] = useState(false)
  const count = problems.problems.filter(({ fix, ignored }) => fix && !ignored).length
  if (count < 2) return null
  const mend = async () => {
    setBusy(true)
    try {
      await mendLinks(site, await mendable(site, kind))
    } catch (error) {
      notifyFailure('Nothing was mended', sentenceOf(error))
    }
    setBusy(false)
  }
  return (
    <Button size="compact-xs" variant="default" loading={isBusy} onClick={() => void mend()}>
      {problems.next === undefined ? `Mend ${numberText(count)}` : 'Mend all that can be'}
    </Button>
  )
}

const sumOf = (counts: Found['counts']): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
