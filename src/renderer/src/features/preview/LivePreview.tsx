import { useEffect, useMemo, useState } from 'react'
import { nameOf } from '../../../../common/content/paths'
import type { DocumentSession } from '../../documents'
import { DraftLook, LookSwitch, useSiteLook } from '../site-look'
import { HtmlFrame } from '../../engines/preview/HtmlFrame'
import { readersView } from './readers-view'
import { useCoupling } from './use-coupling'
import { UnseenNote } from './UnseenNote'
import classes from './Preview.module.css'

const DELAY = 250
const noPlaces: readonly never[] = []

/**
 * The preview of an open document, following what is typed: what readers would get of it, and what they would
 * not.
 */
export function LivePreview({ session }: { readonly session: DocumentSession }) {
  const html = useSettled(session)
  const readers = useMemo(() => (html === null ? null : readersView(html)), [html])
  const look = useSiteLook(session.path)
  const onDrawn = useCoupling(session, html, readers?.places ?? noPlaces)
  if (readers === null || html === null) return null
  const origin = look?.isOn === true ? look.state.origins?.draft : undefined
  const title = `Preview of ${nameOf(session.path)}`
  return (
    <div className={classes.live}>
      {look && (
        <div className={classes.look}>
          <LookSwitch look={look} />
        </div>
      )}
      {readers.unseen.length > 0 && <UnseenNote path={session.path} unseen={readers.unseen} />}
      {origin === undefined ? (
        <HtmlFrame html={readers.html} path={session.path} title={title} onDrawn={onDrawn} />
      ) : (
        <DraftLook path={session.path} html={html} origin={origin} title={title} />
      )}
    </div>
  )
}

/** The text as it was when typing last paused. */
function useSettled(session: DocumentSession): string | null {
  const [html, setHtml] = useState<string | null>(null)
  useEffect(() => {
    const look = () => setHtml(session.text())
    let timer = setTimeout(look)
    const end = session.followText(() => {
      clearTimeout(timer)
      timer = setTimeout(look, DELAY)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [session])
  return html
}
