import { Button } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconFile, IconReplace } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { kindOf, type FileKind } from '../../../../common/formats/files'
import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { desktop } from '../../workbench/bridge'
import { registerCommands } from '../../workbench/commands/commands'
import { takeFocus } from '../../workbench/typing-ahead'
import { api } from '../../api'
import { State } from '../../components/State'
import { useMayFocus } from '../../workbench/focus-intent'
import { GoneState } from '../../documents/GoneState'
import { NotOpened } from '../../documents/rights/NotOpened'
import { Breadcrumb } from '../../engines/tree/Breadcrumb'
import { Waiting } from '../../components/Waiting'
import { historyCommands } from '../history'
import type { EditorProps } from '../../workbench/contributions'
import { lazyView } from '../../components/lazy-view'
import { PublishActions, PublishedStill } from '../publishing'
import { sizeOf } from '../../../../common/content/size'
import { ImageView } from './ImageView'
import { replaceFile } from './replace-file'
import { useFile } from './useFile'
import classes from './MediaView.module.css'

const PdfView = lazyView(() => import('./PdfView').then((module) => module.PdfView))

/** The view of one file after the other. */
export function MediaEditor({ path }: Pick<EditorProps, 'path'>) {
  return <MediaView key={path} path={path} />
}

/** A file that is no text: shown, with its facts; it can be replaced and downloaded. */
export function MediaView({ path }: { readonly path: ContentPath }) {
  const { file, reload } = useFile(path)
  const [size, setSize] = useState<string | null>(null)
  const { ext } = splitName(nameOf(path))
  const view = useRef<HTMLDivElement>(null)
  const mayFocus = useMayFocus()
  useEffect(() => {
    if (view.current && mayFocus()) takeFocus(view.current)
  }, [file.kind]) // eslint-disable-line react-hooks/exhaustive-deps -- once, when the file is there
  useEffect(() => registerCommands(historyCommands(path)), [path])
  if (file.kind === 'loading') return <Waiting what={nameOf(path)} />
  if (file.kind === 'missing')
    return (
      <GoneState path={path}>
        <PublishedStill path={path} />
      </GoneState>
    )
  if (file.kind === 'failed')
    return <NotOpened path={path} why={file.message} isRefused={file.isRefused} onAgain={reload} />
  const { head } = file
  const url = `${api.sourceUrl(path)}?etag=${encodeURIComponent(head.etag)}`
  return (
    <div ref={view} tabIndex={-1} className={classes.media}>
      <div className={classes.toolbar}>
        <Breadcrumb path={path} />
        <span className={classes.facts} title={head.type}>
          {[size, sizeOf(head.size)].filter(Boolean).join(' · ')}
        </span>
        <Button
          component="a"
          variant="default"
          href={api.sourceUrl(path)}
          download={nameOf(path)}
          leftSection={<IconDownload size={14} />}
        >
          Download
        </Button>
        <ReplaceButton path={path} ext={ext} etag={head.etag} />
        <PublishActions path={path} flush={() => Promise.resolve(true)} compact />
      </div>
      <Shown key={head.etag} kind={kindOf(ext)} path={path} url={url} onDimensions={setSize} />
    </div>
  )
}

interface ShownProps {
  readonly kind: FileKind
  readonly path: ContentPath
  readonly url: string
  readonly onDimensions: (words: string) => void
}

function Shown({ kind, path, url, onDimensions }: ShownProps) {
  if (kind === 'image') return <ImageView url={url} path={path} onDimensions={onDimensions} />
  if (kind === 'pdf') return <PdfView url={url} name={nameOf(path)} onPages={onDimensions} />
  if (kind === 'video') return <VideoPlayer url={url} name={nameOf(path)} />
  if (kind === 'audio') return <AudioPlayer url={url} name={nameOf(path)} />
  const reveal = () => void desktop()?.call('revealInFolder', path)
  return (
    <State
      icon={<IconFile size={20} />}
      title={`Galley does not show files of this kind`}
      actions={
        desktop() && (
          <Button variant="default" onClick={reveal}>
            Show in folder
          </Button>
        )
      }
    >
      Download it, or open it with another program. What that program saves into the workspace shows here at
      once.
    </State>
  )
}

function AudioPlayer({ url, name }: { readonly url: string; readonly name: string }) {
  const [broken, setBroken] = useState(false)
  if (broken) {
    return (
      <State icon={<IconAlertTriangle size={20} />} title="This recording cannot be played here">
        Its coding is not one that Galley can play. Download it to play it elsewhere.
      </State>
    )
  }
  return (
    <div className={classes.centre}>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- captions are the author's; a recording alone has none */}
      <audio controls src={url} aria-label={name} onError={() => setBroken(true)} />
    </div>
  )
}

function VideoPlayer({ url, name }: { readonly url: string; readonly name: string }) {
  const [broken, setBroken] = useState(false)
  if (broken) {
    return (
      <State icon={<IconAlertTriangle size={20} />} title="This video cannot be played here">
        Its coding is not one that Galley can play. Download it to play it elsewhere.
      </State>
    )
  }
  return (
    <div className={classes.centre}>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- captions are the author's; the file alone has none */}
      <video controls preload="metadata" src={url} aria-label={name} onError={() => setBroken(true)} />
    </div>
  )
}

function ReplaceButton({
  path,
  ext,
  etag
}: {
  readonly path: ContentPath
  readonly ext: string
  readonly etag: string
}) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    setBusy(true)
    await replaceFile(path, chosen, etag)
    setBusy(false)
  }
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconReplace size={14} />}
        onClick={() => input.current?.click()}
      >
        Replace…
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={ext ? `.${ext}` : undefined}
        aria-label="Another file in its place"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
