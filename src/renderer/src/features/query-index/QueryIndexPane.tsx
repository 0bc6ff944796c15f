import { Button, Loader, SegmentedControl } from '@mantine/core'
import { IconAlertTriangle, IconTable } from '@tabler/icons-react'
import type * as Monaco from 'monaco-editor/editor'
import { useEffect, useMemo, useState } from 'react'
import { readDefinition } from '../../../../common/query-index'
import { EVERY_ROW } from '../../../../common/query-index/empty-columns'
import type { IndexOverview, IndexTrial } from '../../../../common/query-index/answers'
import { siteFolder } from '../../../../common/publishing/addresses'
import { State } from '../../components/State'
import { useMonaco } from '../../engines/monaco/load'
import { useRevision, type DocumentSession } from '../../documents'
import { helpWithDefinition } from './definition-language'
import { IssueList } from './IssueList'
import { makeIndex } from '../publishing'
import { RowTable } from './RowTable'
import { useIndexState } from './useIndexState'
import { useTrial } from './useTrial'
import { numberText } from '../../components/formats'
import classes from './QueryIndex.module.css'

interface QueryIndexPaneProps {
  readonly session: DocumentSession
  readonly editor: Monaco.editor.IStandaloneCodeEditor | null
}

const STEP = 50

/**
 * The rows that the definition beside it makes of the pages that are live, what is wrong with it, and what
 * readers get now (U3).
 */
export function QueryIndexPane({ session, editor }: QueryIndexPaneProps) {
  const monaco = useMonaco()
  const site = siteFolder(session.path)
  useEffect(() => {
    const model = editor?.getModel()
    return model ? helpWithDefinition(monaco, model) : undefined
  }, [monaco, editor])
  const [limit, setLimit] = useState(STEP)
  const [chosen, setChosen] = useState<string | null>(null)
  const revision = useRevision(session)
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the text changes with the revision
  const text = useMemo(() => session.text(), [session, revision])
  const reading = useMemo(() => readDefinition(text), [text])
  const { trial, problem, stale } = useTrial(site, reading.definition ? text : null, limit)
  const [state, again] = useIndexState(site)
  const index = trial?.indices.find(({ name }) => name === chosen) ?? trial?.indices[0]
  const wrong = reading.definition === null

  return (
    <section className={classes.pane} aria-label="Query index">
      <header className={classes.head}>
        <LiveState state={state} wrong={wrong} />
        <Button
          size="compact-xs"
          disabled={wrong || (state?.current === true && state.state === 'made')}
          title={wrong ? 'Mend the definition first' : 'Readers get these rows from now on'}
          onClick={() => void makeIndex(site, () => session.flush()).then(again)}
        >
          Update the index
        </Button>
      </header>
      {reading.issues.length > 0 && <IssueList path={session.path} issues={reading.issues} />}
      {trial && trial.indices.length > 1 && (
        <SegmentedControl
          size="xs"
          className={classes.choice ?? ''}
          aria-label="Index"
          data={trial.indices.map(({ name }) => name)}
          value={index?.name ?? ''}
          onChange={setChosen}
        />
      )}
      {!wrong && problem === null && !trial && <Loader size={20} aria-label="Reading live pages" />}
      {problem !== null && (
        <State tone="bad" title="The rows could not be made">
          {problem}
        </State>
      )}
      {!wrong && problem === null && trial && (
        <Rows {...{ trial, index, stale, wrong }} onMore={() => setLimit(limit + STEP)} />
      )}
      {wrong && trial && index && <Rows {...{ trial, index, wrong }} stale onMore={() => undefined} />}
    </section>
  )
}

interface RowsProps {
  readonly trial: IndexTrial
  readonly index: IndexTrial['indices'][number] | undefined
  readonly stale: boolean
  readonly wrong: boolean
  readonly onMore: () => void
}

function Rows({ trial, index, stale, wrong, onMore }: RowsProps) {
  if (trial.pages === 0)
    return (
      <State icon={<IconTable size={20} />} title="No page is live yet">
        An index has a row for each published page. Publish a few, and their rows are shown here.
      </State>
    )
  if (!index)
    return (
      <State icon={<IconTable size={20} />} title="No index yet">
        Write one under “indices”: a name, a target, and properties. Ctrl+Space offers what can be written.
      </State>
    )
  if (index.total === 0)
    return (
      <State icon={<IconTable size={20} />} title="No page belongs to it">
        {numberText(trial.pages)} {trial.pages === 1 ? 'page is' : 'pages are'} live, and the patterns of
        “include” and “exclude” leave all of them out.
      </State>
    )
  const warnings = trial.warnings.filter((one) => one.index === index.name)
  const empty = warnings.filter(({ path }) => path === EVERY_ROW).map(({ property }) => property)
  return (
    <>
      <p className={classes.count} role="status">
        <b>{index.target}</b> {numberText(index.total)} {index.total === 1 ? 'row' : 'rows'} of{' '}
        {numberText(trial.pages)} live {trial.pages === 1 ? 'page' : 'pages'}
        {wrong ? ', by the last definition without an error' : stale ? ' …' : ''}
      </p>
      {empty.length > 0 && (
        <p className={classes.empty} role="status">
          <IconAlertTriangle size={16} aria-hidden />
          <span>
            Empty in every row: <b>{empty.join(', ')}</b>. Look at the selector, and at what the expression
            takes.
          </span>
        </p>
      )}
      <RowTable columns={index.columns} rows={index.data} warnings={warnings} stale={stale} />
      {index.data.length < Math.min(index.total, MOST) && (
        <Button variant="default" size="compact-xs" className={classes.more ?? ''} onClick={onMore}>
          Show more
        </Button>
      )}
    </>
  )
}

/** The service answers no more at once. */
const MOST = 200

function LiveState({ state, wrong }: { readonly state: IndexOverview | null; readonly wrong: boolean }) {
  return (
    <p className={classes.state}>
      <i aria-hidden="true" className={classes.dot} data-state={toneOf(state)} />
      {wordsOf(state, wrong)}
    </p>
  )
}

const toneOf = (state: IndexOverview | null): string =>
  state?.state === 'made' ? (state.current ? 'current' : 'older') : 'none'

function wordsOf(state: IndexOverview | null, wrong: boolean): string {
  if (!state) return 'Looking…'
  if (state.state === 'making') return 'The index is being made.'
  if (state.state === 'none')
    return wrong ? 'Readers get no index yet.' : 'Readers get no index until something is published.'
  return state.current
    ? 'Readers get the index of this definition.'
    : 'Readers get the index of an earlier definition.'
}
