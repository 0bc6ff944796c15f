import { formatOfPath } from '../../../../../common/formats/files'
import { SegmentedControl } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { nameOf, type ContentPath } from '../../../../../common/content/paths'
import { readStructured } from '../../../../../common/compare'
import type { SyncConflictDetail } from '../../../../../common/sync'
import { lazyView } from '../../../components/lazy-view'
import { useSchemaOf } from '../../../documents/schemas/useSchemaOf'
import { HtmlFrame } from '../../../engines/preview/HtmlFrame'
import { checkResult, type ResultCheck } from './result-check'
import classes from './deciding.module.css'

const DiffEditor = lazyView(() =>
  import('../../../engines/diff-views/DiffEditor').then((module) => module.DiffEditor)
)

interface ResultProps {
  readonly detail: SyncConflictDetail
  /** The file in the workspace. */
  readonly path: ContentPath
  readonly isConfig: boolean
}

type View = 'read' | 'data' | 'changes' | 'text'

/** Checked and drawn at once; larger ones only as text. */
const MOST = 500_000

/**
 * What the file becomes with the choices so far: as read, as what changes in mine, or as text; and whether it
 * keeps its rules.
 */
export function Result({ detail, path, isConfig }: ResultProps) {
  const { result } = detail
  const isPage = formatOfPath(path) === 'page' && !isConfig
  const [wanted, setWanted] = useState<View | null>(null)
  if (result === null) return <p className={classes.nothing}>This file cannot be shown as text.</p>
  const isLarge = result.length > MOST
  const views = viewsOf(detail.kind === 'structured' ? 'data' : isPage ? 'read' : null, isLarge)
  const view = views.find(({ value }) => value === wanted)?.value ?? views[0]?.value ?? 'text'
  return (
    <section className={classes.result} aria-label="What the file becomes">
      <div className={classes.resultHead}>
        <h4>What the file becomes</h4>
        {!isLarge && <Check text={result} path={path} isConfig={isConfig} kind={detail.kind} />}
        <SegmentedControl
          size="xs"
          aria-label="How it is shown"
          data={[...views]}
          value={view}
          onChange={(value) => setWanted(views.find((one) => one.value === value)?.value ?? null)}
        />
      </div>
      <div className={classes.resultBody}>
        {view === 'read' && <HtmlFrame html={result} path={path} title={`${nameOf(path)} as it becomes`} />}
        {view === 'data' && (
          <textarea
            aria-label={`Data of ${nameOf(path)} as it becomes`}
            readOnly
            value={dataOf(result)}
            spellCheck={false}
          />
        )}
        {view === 'text' && (
          <textarea aria-label={`What ${nameOf(path)} becomes`} readOnly value={result} spellCheck={false} />
        )}
        {view === 'changes' && (
          <Suspense fallback={<div aria-busy="true" />}>
            <DiffEditor
              before={detail.local ?? ''}
              after={result}
              path={path}
              inline
              ignoreSpace={false}
              wrap
              onSeen={ignored}
              onHandle={ignored}
            />
          </Suspense>
        )}
      </div>
    </section>
  )
}

const ignored = () => undefined

/** What a structured document says, as JSON. */
const dataOf = (html: string): string => JSON.stringify(readStructured(html)?.data ?? null, null, 2)

function viewsOf(
  first: 'read' | 'data' | null,
  isLarge: boolean
): readonly { readonly value: View; readonly label: string }[] {
  const text = { value: 'text', label: 'Text' } as const
  if (isLarge) return [text]
  const changes = { value: 'changes', label: 'Changes to mine' } as const
  if (first === null) return [text, changes]
  return [{ value: first, label: first === 'read' ? 'As read' : 'Data' }, changes, text]
}

interface CheckProps {
  readonly text: string
  readonly path: ContentPath
  readonly isConfig: boolean
  readonly kind: SyncConflictDetail['kind']
}

function Check({ text, path, isConfig, kind }: CheckProps) {
  const known = useSchemaOf(path, kind === 'structured' ? 'page' : 'json', text)
  const schema = known?.schema ?? null
  const check = useMemo(() => checkResult(text, { path, isConfig, schema }), [text, path, isConfig, schema])
  if (!check) return <span className={classes.check} />
  return <Verdict check={check} />
}

function Verdict({ check: { ok, words, problems } }: { readonly check: ResultCheck }) {
  const Icon = ok ? IconCheck : IconAlertTriangle
  return (
    <div className={classes.check} data-ok={ok} role="status" aria-label="Check of the result">
      <Icon size={14} stroke={2} aria-hidden="true" />
      <span title={problems.join('\n') || undefined}>
        {words} {problems[0] ?? ''}
        {problems.length > 1 && ` (and ${problems.length - 1} more)`}
      </span>
    </div>
  )
}
