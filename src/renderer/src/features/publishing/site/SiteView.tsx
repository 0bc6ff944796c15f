import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { nameOf, pathToUrl, type ContentPath } from '../../../../../common/content/paths'
import { siteFolder, webPathOf } from '../../../../../common/publishing/addresses'
import type { Environment } from '../../../../../common/publishing/environments'
import { State } from '../../../components/State'
import { HtmlFrame } from '../../../engines/preview/HtmlFrame'
import { askToLeave, useSiteLook, SiteFrame } from '../../site-look'
import { SiteBar } from './SiteBar'
import { fileAt, linkedRest, readableRest, restOf, type Place } from './visit'
import { useVisit, type Shown } from './use-visit'
import { wantedState } from './wanted-state'
import classes from './Site.module.css'

/** Where somebody has been in the tab, and where they are now. */
interface Way {
  readonly places: readonly Place[]
  readonly at: number
}

/**
 * A published site as its readers get it, live or in preview, to go about in (U1): by its links, its address,
 * back and forward. Nothing else of it can act: see `HtmlFrame`.
 */
export function SiteView({ path }: { readonly path: ContentPath }) {
  const site = siteFolder(path)
  const [way, setWay] = useState<Way>(() => ({ places: [firstPlace(path)], at: 0 }))
  const place = way.places[way.at] ?? { environment: 'live', rest: '/' }
  const [shown, again, redrawn] = useVisit(site, place)
  const [turn, setTurn] = useState(0)
  const go = (next: Place) => {
    setTurn((count) => count + 1)
    if (next.environment === place.environment && next.rest === place.rest) return again()
    setWay(({ places, at }) => ({ places: [...places.slice(0, at + 1), next], at: at + 1 }))
  }
  const step = (by: 1 | -1) => setWay(({ places, at }) => ({ places, at: at + by }))
  const look = useSiteLook(site)
  const origin = look?.isOn === true ? (look.state.origins?.[place.environment] ?? null) : null
  /** A page with the site's own code goes about by itself. */
  const wentTo = (path: string, isFirst: boolean) => {
    const to = restOf(path, site)
    if (to === place.rest) return
    const next = { ...place, rest: to }
    setTurn((count) => count + 1)
    setWay(({ places, at }) =>
      isFirst
        ? { places: places.map((one, index) => (index === at ? next : one)), at }
        : { places: [...places.slice(0, at + 1), next], at: at + 1 }
    )
  }
  const rest = 'rest' in shown ? shown.rest : place.rest
  const follow = (address: string) => {
    const to = linkedRest(address, site, { ...place, rest })
    if (to === null) askToLeave(address)
    else go({ ...place, rest: to })
  }
  return (
    <div className={classes.view}>
      <SiteBar
        {...{ site, rest, turn, links: shown.kind === 'page' ? shown.page.links : [] }}
        environment={place.environment}
        title={shown.kind === 'page' ? shown.page.title : ''}
        back={way.at > 0 ? () => step(-1) : null}
        forward={way.at < way.places.length - 1 ? () => step(1) : null}
        onReload={again}
        onGo={(to) => go({ ...place, rest: to })}
        onLink={follow}
        onEnvironment={(environment: Environment) => go({ environment, rest })}
      />
      <div className={classes.page}>
        {origin !== null && (shown.kind === 'page' || shown.kind === 'loading') ? (
          <SiteFrame
            key={origin}
            address={origin + place.rest}
            turn={redrawn}
            title={readableRest(place.rest)}
            onAt={wentTo}
            onLeave={askToLeave}
          />
        ) : (
          <Content {...{ shown, site, place, again }} onGo={go} onLink={follow} />
        )}
      </div>
    </div>
  )
}

const firstPlace = (path: ContentPath): Place => ({
  environment: wantedState(path),
  rest: pathToUrl(webPathOf(path))
})

interface ContentProps {
  readonly shown: Shown
  readonly site: ContentPath
  readonly place: Place
  readonly again: () => void
  readonly onGo: (place: Place) => void
  readonly onLink: (address: string) => void
}

function Content({ shown, site, place, again, onGo, onLink }: ContentProps) {
  const file = fileAt(site, place.rest)
  switch (shown.kind) {
    case 'loading':
      return <Loader size={20} m="md" aria-label="Loading" />
    case 'failed':
      return (
        <State tone="bad" title="Readers get no page here" onAgain={again}>
          {shown.message}
        </State>
      )
    case 'page':
      return (
        <>
          {shown.missing && (
            <p className={classes.missing} role="status">
              Nothing is published at {readableRest(place.rest)}; readers get this page instead.
              {place.environment === 'live' && (
                <Button
                  variant="default"
                  size="compact-xs"
                  onClick={() => onGo({ ...place, environment: 'preview' })}
                >
                  Look in preview
                </Button>
              )}
            </p>
          )}
          <HtmlFrame
            html={shown.page.html}
            path={file ?? site}
            onLink={onLink}
            title={shown.page.title === '' ? readableRest(shown.rest) : shown.page.title}
          />
        </>
      )
    case 'text':
      return (
        <>
          {shown.note !== null && (
            <p className={classes.missing} role="status">
              {shown.note}
            </p>
          )}
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard */}
          <pre className={classes.text} tabIndex={0} aria-label="What readers get">
            {shown.text}
          </pre>
        </>
      )
    case 'picture':
      return (
        <div className={classes.picture}>
          <img src={shown.address} alt={nameOf(file ?? site)} />
        </div>
      )
    case 'other':
      return (
        <State title="This file is not shown here">
          Readers get it as {shown.type}. Open it in the browser, or open the document in the sidebar.
        </State>
      )
  }
}
