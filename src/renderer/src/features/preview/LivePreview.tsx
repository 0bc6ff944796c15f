import { useEffect, useRef, useState } from 'react'
import { nameOf } from '../../../../common/content/paths'
import type { DocumentSession } from '../documents'
import { HtmlFrame } from './HtmlFrame'

const DELAY = 250

/** The preview of an open document, following what is typed. */
export function LivePreview({
  session,
  revision
}: {
  readonly session: DocumentSession
  readonly revision: number
}) {
  const html = useSettled(session, revision)
  return html === null ? null : (
    <HtmlFrame html={html} path={session.path} title={`Preview of ${nameOf(session.path)}`} />
  )
}

/** The text as it was when typing last paused. */
function useSettled(session: DocumentSession, revision: number): string | null {
  const [html, setHtml] = useState<string | null>(null)
  const shown = useRef<DocumentSession | null>(null)
  useEffect(() => {
    const wait = shown.current === session ? DELAY : 0
    const timer = setTimeout(() => {
      shown.current = session
      setHtml(session.text())
    }, wait)
    return () => clearTimeout(timer)
  }, [session, revision])
  return html
}
