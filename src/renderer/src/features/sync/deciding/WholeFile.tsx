import { Suspense } from 'react'
import { kindOf, mediaTypeOf, type FileKind } from '../../../../../common/formats/files'
import { nameOf, splitName, type ContentPath } from '../../../../../common/content/paths'
import type { SyncConflictDetail } from '../../../../../common/sync'
import { lazyView } from '../../../components/lazy-view'
import { sizeOf } from '../../../../../common/content/size'
import { sync } from '../../../api/sync'
import classes from './deciding.module.css'

const DiffEditor = lazyView(() =>
  import('../../../engines/diff-views/DiffEditor').then((module) => module.DiffEditor)
)

interface WholeFileProps {
  /** Its id. */
  readonly pair: string
  readonly detail: SyncConflictDetail
  readonly path: ContentPath
}

type Contents = NonNullable<SyncConflictDetail['contents']>

const sides = ['base', 'local', 'remote'] as const
const titles = { base: 'As it was before', local: 'Mine', remote: 'The server’s' } as const

/**
 * A file that is one or the other: texts line by line, pictures beside each other, of everything else the
 * facts.
 */
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
              onSeen={ignored}
              onHandle={ignored}
            />
          </Suspense>
        </div>
      </section>
    )
  return detail.contents ? <Facts contents={detail.contents} pair={pair} detail={detail} path={path} /> : null
}

const ignored = () => undefined

interface FactsProps extends WholeFileProps {
  readonly contents: Contents
}

/** Each side comes from its own address, and only as far as it is looked at: it may be a film. */
function Facts({ contents, pair, detail, path }: FactsProps) {
  const { ext } = splitName(nameOf(path))
  return (
    <div className={classes.pictures}>
      {sides.map((side) => {
        const content = contents[side]
        if (!content) return null
        const address = sync.sideAddress(pair, detail.key, side, detail.state)
        const name = `${nameOf(path)}, ${titles[side].toLowerCase()}`
        return (
          <figure key={side}>
            <Shown kind={kindOf(ext)} address={address} name={name} />
            <figcaption>
              <b>{titles[side]}</b>
              <span>
                {sizeOf(content.size)} · {mediaTypeOf(ext)}
              </span>
            </figcaption>
          </figure>
        )
      })}
    </div>
  )
}

interface ShownProps {
  readonly kind: FileKind
  readonly address: string
  readonly name: string
}

function Shown({ kind, address, name }: ShownProps) {
  if (kind === 'image') return <img src={address} alt={name} />
  if (kind === 'video')
    return (
      // eslint-disable-next-line jsx-a11y/media-has-caption -- captions are the author's; a film alone has none
      <video controls preload="metadata" src={address} aria-label={name} />
    )
  if (kind === 'audio')
    return (
      // eslint-disable-next-line jsx-a11y/media-has-caption -- captions are the author's; a recording alone has none
      <audio controls preload="metadata" src={address} aria-label={name} />
    )
  return null
}
