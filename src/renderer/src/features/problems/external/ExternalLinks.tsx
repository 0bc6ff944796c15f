import { Button, NativeSelect } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { contentPath, nameOf, type ContentPath } from '../../../../../common/content/paths'
import type { ExternalLinks as Found } from '../../../../../common/links/answers'
import { numberText } from '../../../components/formats'
import { PlaceActions, PlaceList, PlaceRow } from '../../../components/PlaceRow'
import { State } from '../../../components/State'
import { goTo } from '../../../documents/go-to'
import { askToLeave } from '../../site-look'
import classes from '../site/SiteProblems.module.css'
import { useExternalLinks } from './use-external-links'

/** The links of a site to other hosts (LK13). None is looked at: each is opened when somebody asks. */
export function ExternalLinks({ site }: { readonly site: ContentPath | null }) {
  if (site === null) return <State title="Open a site to see where its links lead." />
  return <LinksOf key={site} site={site} />
}

function LinksOf({ site }: { readonly site: ContentPath }) {
  const [host, setHost] = useState<string | null>(null)
  const { read, again, more } = useExternalLinks(site, host)
  // what was there before stands until the next is there
  const [last, setLast] = useState<Found | null>(null)
  if (read.status === 'ready' && read.found !== last) setLast(read.found)
  if (read.status === 'failed')
    return (
      <State
        tone="bad"
        icon={<IconAlertTriangle size={20} />}
        title="The links of the site could not be read"
        onAgain={again}
      >
        {read.message}
      </State>
    )
  if (!last) return <div aria-busy="true" />
  if (last.hosts.length === 0)
    return (
      <State icon={<IconCircleCheck size={20} />} title="No links to other sites">
        Every link of {nameOf(site)} stays in this workspace.
      </State>
    )
  const all = last.hosts.reduce((sum, { links }) => sum + links, 0)
  return (
    <section aria-label={`Links of ${nameOf(site)} to other sites`} aria-busy={read.status === 'loading'}>
      <div className={classes.head}>
        <NativeSelect
          size="xs"
          aria-label="Links to which host"
          value={host ?? ''}
          onChange={({ currentTarget: { value } }) => setHost(value === '' ? null : value)}
          data={[
            { value: '', label: `All hosts (${numberText(all)})` },
            ...hostsOf(last, host).map(({ host: name, links }) => ({
              value: name,
              label: `${name} (${numberText(links)})`
            }))
          ]}
        />
      </div>
      <PlaceList label="Links to other sites">
        {last.links.map(({ path, title, n, line, column, written }) => (
          <li key={`${path} ${n}`}>
            <PlaceRow
              words={written}
              details={[
                `${title === '' ? '' : `${title}, `}${path.slice(site.length + 1)}, line ${numberText(line)}`
              ]}
              title={path}
              onClick={() => goTo(contentPath(path), { line, column })}
            />
            <PlaceActions>
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`Open ${written} in the browser…`}
                onClick={() => askToLeave(written.startsWith('/') ? `https:${written}` : written)}
              >
                Open…
              </Button>
            </PlaceActions>
          </li>
        ))}
      </PlaceList>
      {last.next !== undefined && (
        <Button variant="subtle" size="compact-xs" className={classes.more ?? ''} onClick={more}>
          Show more
        </Button>
      )}
    </section>
  )
}

/** One that was chosen stays to be chosen when its last link goes. */
const hostsOf = ({ hosts }: Found, chosen: string | null): Found['hosts'] =>
  chosen === null || hosts.some(({ host }) => host === chosen)
    ? hosts
    : [...hosts, { host: chosen, addresses: 0, links: 0 }]
