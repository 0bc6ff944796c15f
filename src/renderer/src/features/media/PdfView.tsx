import { IconAlertTriangle } from '@tabler/icons-react'
import './pdf-gaps'
import {
  getDocument,
  GlobalWorkerOptions,
  version,
  type PDFDocumentProxy
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'
import rendererUrl from './pdf-drawing.worker?worker&url'
import workerUrl from './pdf-parser.worker?worker&url'
import { State } from '../../components/State'
import { Waiting } from '../../components/Waiting'
import { numberText } from '../../components/formats'
import classes from './MediaView.module.css'

GlobalWorkerOptions.workerSrc = workerUrl
// pages are drawn on a thread of their own: one of a million lines does not hold the window up
GlobalWorkerOptions.rendererSrc = rendererUrl

/**
 * Where the build puts what decodes some kinds of pictures. As scripts: the window's policy allows no
 * WebAssembly.
 */
const decoders = { useWasm: false, wasmUrl: new URL(`assets/pdf-${version}/`, document.baseURI).href }

/** More are not drawn: a file of some hundred bytes can claim any number. */
const MOST_PAGES = 2_000

/** Height to width of the longest page that is drawn, and the most dots that one takes. */
const MOST_RATIO = 20
const MOST_DOTS = 30_000_000

interface PdfViewProps {
  readonly url: string
  readonly name: string
  readonly onPages: (words: string) => void
}

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly pdf: PDFDocumentProxy; readonly ratio: number }

/** A PDF's pages, drawn as they come into view. */
export function PdfView({ url, name, onPages }: PdfViewProps) {
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' })
  useEffect(() => {
    const task = getDocument({ url, ...decoders, enableXfa: false, disableAutoFetch: true })
    let wanted = true
    task.promise
      .then(async (pdf) => {
        const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
        if (!wanted) return
        setLoaded({ kind: 'ready', pdf, ratio: shape(width, height) })
        onPages(`${pdf.numPages} ${pdf.numPages === 1 ? 'page' : 'pages'}`)
      })
      .catch(() => wanted && setLoaded({ kind: 'failed' }))
    return () => {
      wanted = false
      void task.destroy()
    }
  }, [url, onPages])

  if (loaded.kind === 'loading') return <Waiting what={name} />
  if (loaded.kind === 'failed') {
    return (
      <State icon={<IconAlertTriangle size={20} />} title={`${name} cannot be shown`}>
        The file is no PDF, needs a password, or is damaged. Download it to look at it elsewhere.
      </State>
    )
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable from the keyboard
    <div className={classes.pages} role="region" aria-label={`Pages of ${name}`} tabIndex={0}>
      {Array.from({ length: Math.min(loaded.pdf.numPages, MOST_PAGES) }, (_, index) => (
        <Page key={index} pdf={loaded.pdf} number={index + 1} ratio={loaded.ratio} />
      ))}
      {loaded.pdf.numPages > MOST_PAGES && (
        <p className={classes.more} role="note">
          The first {numberText(MOST_PAGES)} of {numberText(loaded.pdf.numPages)} pages are shown. Download
          the file to read all of it.
        </p>
      )}
    </div>
  )
}

const shape = (width: number, height: number): number => {
  const ratio = height / width
  return Number.isFinite(ratio) ? Math.min(Math.max(ratio, 1 / MOST_RATIO), MOST_RATIO) : 1
}

/** One page; drawn when it comes near the view, and let go when it is far away. */
function Page({
  pdf,
  number,
  ratio
}: {
  readonly pdf: PDFDocumentProxy
  readonly number: number
  readonly ratio: number
}) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [near, setNear] = useState(false)
  const [own, setOwn] = useState(ratio)
  useEffect(() => {
    if (!box.current) return
    const watcher = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '600px'
    })
    watcher.observe(box.current)
    return () => watcher.disconnect()
  }, [])
  useEffect(() => {
    const target = canvas.current
    if (!near || !target || !box.current) return
    let stop = () => {}
    const width = box.current.clientWidth * devicePixelRatio
    const draw = async () => {
      const page = await pdf.getPage(number)
      const plain = page.getViewport({ scale: 1 })
      setOwn(shape(plain.width, plain.height))
      const scale = width / plain.width
      const dots = plain.width * plain.height * scale * scale
      const viewport = page.getViewport({ scale: scale * Math.min(1, Math.sqrt(MOST_DOTS / dots)) })
      target.width = viewport.width
      target.height = viewport.height
      const task = page.render({ canvas: target, viewport })
      stop = () => task.cancel()
      await task.promise
    }
    draw().catch(() => {})
    return () => {
      stop()
      target.width = 0
    }
  }, [near, pdf, number])
  return (
    <div ref={box} className={classes.page} style={{ aspectRatio: `1 / ${own}` }}>
      <canvas ref={canvas} role="img" aria-label={`Page ${number}`} />
    </div>
  )
}
