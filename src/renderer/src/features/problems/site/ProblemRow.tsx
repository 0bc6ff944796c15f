import { Button } from '@mantine/core'
import { contentPath, type ContentPath } from '../../../../../common/content/paths'
import type { LinkProblem } from '../../../../../common/links/answers'
import { PlaceActions, PlaceRow } from '../../../components/PlaceRow'
import { exactTime } from '../../../components/formats'
import { api, sentenceOf } from '../../../api'
import { goTo } from '../../../documents/go-to'
import { mendLinks } from '../../../documents/links/mend'
import { notifyFailure } from '../../../workbench/toast'
import { openDocument } from '../../../workbench/workbench'
import { askToIgnore } from './ask-to-ignore'
import { kindWords } from './kinds'

interface ProblemRowProps {
  readonly site: ContentPath
  readonly problem: LinkProblem
  /** Who is ignored, or not any more, makes no event. */
  readonly onChanged: () => void
}

/** One problem of a site: the row leads to its place. */
export function ProblemRow({ site, problem, onChanged }: ProblemRowProps) {
  const { is, path, title, n, line, column, written, others = [], fix, ignored, readOnly } = problem
  const below = path.slice(site.length + 1)
  const go = () =>
    line === undefined
      ? openDocument(contentPath(path))
      : goTo(contentPath(path), { line, column: column ?? 1 })
  const heed = () =>
    api
      .changeLinks(site, { heed: { is, path, written: written ?? '' } })
      .then(onChanged, (error: unknown) => notifyFailure('It is still ignored', sentenceOf(error)))
  const said = written ?? (title || below)
  return (
    <li>
      <PlaceRow
        words={said}
        details={[
          `${kindWords[is].fault}${is === 'title' && others[0] !== undefined ? ` ${others.map((one) => one.slice(site.length + 1)).join(', ')}` : ''}`,
          line !== undefined || said !== below ? `${below}${line === undefined ? '' : `, line ${line}`}` : '',
          ignored && (
            <span title={exactTime(ignored.at)}>
              Ignored by {ignored.by}: {ignored.reason}
            </span>
          )
        ]}
        title={path}
        onClick={go}
      />
      {!readOnly && (
        <PlaceActions>
          {fix && n !== undefined && !ignored && (
            <Button
              size="compact-xs"
              variant="default"
              title={`${fix.before} → ${fix.after}`}
              onClick={() => void mendLinks(site, [{ path, n, ...fix }])}
            >
              Mend to {fix.after}
            </Button>
          )}
          {ignored ? (
            <Button size="compact-xs" variant="subtle" onClick={() => void heed()}>
              Show again
            </Button>
          ) : (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`Ignore ${said} in ${below}…`}
              onClick={() => void askToIgnore(site, problem).then((done) => done && onChanged())}
            >
              Ignore…
            </Button>
          )}
        </PlaceActions>
      )}
    </li>
  )
}
