import { Suspense } from 'react'
import { kindOf, mediaTypeOf } from '../../../../../common/content/media-types'
import { nameOf, splitName, type ContentPath } from '../../../../../common/content/paths'
import type { SyncConflictDetail } from '../../../../../common/sync'
import { lazyView } from '../../../components/lazy-view'
import { sizeOf } from '../../media/facts'
import { BlobImage } from '../../media/BlobImage'
import { useSides } from './use-sides'
import classes from './deciding.module.css'

const DiffEditor = lazyView(() => import('../../compare/DiffEditor').then((module) => module.DiffEditor))

interface WholeFileProps {
  readonly pair: string
  readonly detail: SyncConflictDetail
  readonly path: ContentPath
}

const titles = { local: 'Mine', remote: 'The server’s' } as const

/** A file that is one or the other: texts line by line, pictures beside each other, of everything else the facts. */
export function WholeFile({ pair, detail, path }: WholeFileProps) {
  const { local, remote } = detail
  if (local !== null && remote !== null)
    return (
      <section className={classes.wholeText} aria-label="Mine and the server’s, line by line">
        <p>Mine on the left, the server’s on the right.</p>
        <div>
          <Suspense fallback={<div aria-busy="true" />}>
            <DiffEditor
              before={local}
              after={remote}
              path={path}
              inline={false}
              ignoreSpace={false}
              wrap
              onChanges={ignored}
              onHandle={ignored}
            />
          </Suspense>
        </div>
      </section>
    )
  return <Facts pair={pair} path={path} />
}

const ignored = () => undefined

function Facts({ pair, path }: Pick<WholeFileProps, 'pair' | 'path'>) {
  const sides = useSides(pair, path)
  const { ext } = splitName(nameOf(path))
  return (
    <div className={classes.pictures}>
      {sides.map(({ side, state }) => (
        <figure key={side}>
          {state.kind === 'ready' && kindOf(ext) === 'image' && (
            <BlobImage
              bytes={state.bytes}
              type={mediaTypeOf(ext)}
              alt={`${nameOf(path)}, ${titles[side].toLowerCase()}`}
            />
          )}
          <figcaption>
            <b>{titles[side]}</b>
            <span>
              {state.kind === 'ready' && `${sizeOf(state.bytes.length)} · ${mediaTypeOf(ext)}`}
              {state.kind === 'loading' && 'Reading…'}
              {state.kind === 'failed' && state.message}
            </span>
          </figcaption>
        </figure>
      ))}
    </div>
  )
}
