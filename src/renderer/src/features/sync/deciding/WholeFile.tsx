import { Suspense, useMemo } from 'react'
import { kindOf, mediaTypeOf } from '../../../../../common/content/media-types'
import { nameOf, splitName, type ContentPath } from '../../../../../common/content/paths'
import type { SyncConflictDetail } from '../../../../../common/sync'
import { lazyView } from '../../../components/lazy-view'
import { sizeOf } from '../../media/facts'
import { BlobImage } from '../../media/BlobImage'
import classes from './deciding.module.css'

const DiffEditor = lazyView(() => import('../../compare/DiffEditor').then((module) => module.DiffEditor))

interface WholeFileProps {
  readonly detail: SyncConflictDetail
  readonly path: ContentPath
}

type Contents = NonNullable<SyncConflictDetail['contents']>

const sides = ['base', 'local', 'remote'] as const
const titles = { base: 'As it was before', local: 'Mine', remote: 'The server’s' } as const

/** A file that is one or the other: texts line by line, pictures beside each other, of everything else the facts. */
export function WholeFile({ detail, path }: WholeFileProps) {
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
  return detail.contents ? <Facts contents={detail.contents} path={path} /> : null
}

const ignored = () => undefined

function Facts({ contents, path }: { readonly contents: Contents; readonly path: ContentPath }) {
  const { ext } = splitName(nameOf(path))
  const type = mediaTypeOf(ext)
  return (
    <div className={classes.pictures}>
      {sides.map((side) => {
        const content = contents[side]
        if (!content) return null
        return (
          <figure key={side}>
            {kindOf(ext) === 'image' && content.base64 !== null && (
              <Picture
                base64={content.base64}
                type={type}
                alt={`${nameOf(path)}, ${titles[side].toLowerCase()}`}
              />
            )}
            <figcaption>
              <b>{titles[side]}</b>
              <span>
                {sizeOf(content.size)} · {type}
              </span>
            </figcaption>
          </figure>
        )
      })}
    </div>
  )
}

interface PictureProps {
  readonly base64: string
  readonly type: string
  readonly alt: string
}

function Picture({ base64, type, alt }: PictureProps) {
  const bytes = useMemo(() => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)), [base64])
  return <BlobImage bytes={bytes} type={type} alt={alt} />
}
