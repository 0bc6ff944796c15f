import { useEffect, useState } from 'react'
import { pathToUrl, type ContentPath } from '../../../../common/content/paths'
import { webPathOf } from '../../../../common/publishing/addresses'
import { desktop } from '../../workbench/bridge'
import { State } from '../../components/State'
import { askToLeave } from './leave-site'
import { SiteFrame } from './SiteFrame'

interface DraftLookProps {
  readonly path: ContentPath
  /** What is typed. */
  readonly html: string
  /** Where the site's drafts are shown. */
  readonly origin: string
  readonly title: string
}

/** A page as its site will make it look, while it is written. */
export function DraftLook({ path, html, origin, title }: DraftLookProps) {
  const [told, setTold] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let current = true
    desktop()
      ?.call('typedPage', path, html)
      .then(
        () => current && (setTold(html), setProblem(null)),
        () => current && setProblem('It is too large to be shown with the code of its site.')
      )
    return () => {
      current = false
    }
  }, [path, html])
  // from then on it counts as it is stored, also for pages that show a part of it
  useEffect(() => () => void desktop()?.call('typedPage', path, null), [path])
  if (problem !== null) return <State title="This page is not shown">{problem}</State>
  if (told === null) return <div aria-busy="true" />
  return <SiteFrame address={origin + restOf(path)} turn={told} title={title} onLeave={askToLeave} />
}

const restOf = (path: ContentPath): string => pathToUrl(webPathOf(path))
