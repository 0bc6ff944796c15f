import { modals } from '@mantine/modals'
import { Suspense, useEffect, useState } from 'react'
import { contentPath, nameOf, type ContentPath } from '../../../../common/content/paths'
import type { ImportItem, ItemContents } from '../../../../common/importing/shapes'
import { sentenceOf } from '../../api'
import { lazyView } from '../../components/lazy-view'
import { State } from '../../components/State'
import { Waiting } from '../../components/Waiting'
import { imports } from '../../api/importing'
import classes from './CompareContents.module.css'

const DiffEditor = lazyView(() =>
  import('../../engines/diff-views/DiffEditor').then((module) => module.DiffEditor)
)

/** What is there, beside what would come. */
export function showContents(site: ContentPath, name: string, item: ImportItem): void {
  if (item.path === null) return
  modals.open({
    title: `${nameOf(contentPath(item.path))}: here, and as it would come`,
    size: '90%',
    children: <Contents site={site} name={name} item={item} />
  })
}

interface ContentsProps {
  readonly site: ContentPath
  readonly name: string
  readonly item: ImportItem
}

function Contents({ site, name, item }: ContentsProps) {
  const [read, setRead] = useState<ItemContents | string | null>(null)
  useEffect(() => {
    const stopping = new AbortController()
    imports.contents(site, name, item.number, stopping.signal).then(setRead, (error: unknown) => {
      if (!stopping.signal.aborted) setRead(sentenceOf(error))
    })
    return () => stopping.abort()
  }, [site, name, item])
  if (read === null) return <Waiting what="both" />
  if (typeof read === 'string')
    return (
      <State tone="bad" title="They cannot be compared now">
        {read}
      </State>
    )
  const { path, current, incoming } = read
  return (
    <div className={classes.compare}>
      <div className={classes.sides} aria-hidden="true">
        <span>Here</span>
        <span>As it would come</span>
      </div>
      <Suspense fallback={<Waiting what="the comparison" />}>
        <DiffEditor
          before={current ?? ''}
          after={incoming ?? ''}
          path={contentPath(path)}
          inline={false}
          ignoreSpace
          wrap
          onSeen={nothing}
          onHandle={nothing}
        />
      </Suspense>
    </div>
  )
}

const nothing = () => undefined
