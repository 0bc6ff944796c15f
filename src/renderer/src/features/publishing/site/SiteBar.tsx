import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconExternalLink, IconPencil, IconRefresh } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import { environmentOf, type Environment } from '../../../../../common/publishing/environments'
import { goTo } from '../../../workbench/address'
import { desktop } from '../../../workbench/bridge'
import { useLocalApi } from '../../../workbench/local-api'
import { IconButton } from '../../../workbench/IconButton'
import { Menu } from '../../../components/Menu'
import { openOutside } from '../open-outside'
import type { PageLink } from './prepare-page'
import { LookSwitch, useSiteLook } from '../../site-look'
import { fileAt, readableRest, restOf, sitePathOf } from './visit'
import { numberText } from '../../../components/formats'
import classes from './Site.module.css'

interface SiteBarProps {
  readonly site: ContentPath
  readonly environment: Environment
  readonly rest: string
  /** Another one for each time that somebody went somewhere: what was typed has been answered. */
  readonly turn: number
  readonly title: string
  readonly links: readonly PageLink[]
  /** Null: there is nothing that way. */
  readonly back: (() => void) | null
  readonly forward: (() => void) | null
  readonly onReload: () => void
  readonly onGo: (rest: string) => void
  /** A link of the page, as it is written. */
  readonly onLink: (address: string) => void
  readonly onEnvironment: (environment: Environment) => void
}

/** Where the tab is, and the ways from there. */
export function SiteBar(props: SiteBarProps) {
  const { site, environment, rest, turn, links, back, forward, onReload, onGo, onLink, onEnvironment } = props
  const { origin } = useLocalApi()
  const look = useSiteLook(site)
  const file = fileAt(site, rest)
  const address = `${sitePathOf(site, environment)}${rest}`
  return (
    <div className={classes.bar}>
      <IconButton label="Back" disabled={!back} onClick={() => back?.()}>
        <IconArrowLeft size={16} stroke={1.5} />
      </IconButton>
      <IconButton label="Forward" disabled={!forward} onClick={() => forward?.()}>
        <IconArrowRight size={16} stroke={1.5} />
      </IconButton>
      <IconButton label="Ask for it again" onClick={onReload}>
        <IconRefresh size={16} stroke={1.5} />
      </IconButton>
      <SegmentedControl
        size="xs"
        aria-label="State"
        value={environment}
        onChange={(value) => onEnvironment(environmentOf(value) ?? 'live')}
        data={[
          { value: 'live', label: 'Live' },
          { value: 'preview', label: 'Preview' }
        ]}
      />
      {look && <LookSwitch look={look} />}
      <AddressField key={`${turn} ${rest}`} rest={rest} onGo={(typed) => onGo(restOf(typed, site))} />
      <Links links={links} onLink={onLink} />
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPencil size={14} stroke={1.5} aria-hidden="true" />}
        disabled={!file}
        onClick={() => file && goTo(file)}
      >
        Edit
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconExternalLink size={14} stroke={1.5} aria-hidden="true" />}
        disabled={origin === null}
        title={
          origin === null ? 'Turn on the Local API in the status bar: then browsers reach the site' : address
        }
        onClick={() => openOutside((origin ?? '') + address, address)}
      >
        {desktop() ? 'Open in the browser' : 'Open in a new tab'}
      </Button>
    </div>
  )
}

function AddressField({ rest, onGo }: { readonly rest: string; readonly onGo: (typed: string) => void }) {
  const [typed, setTyped] = useState(readableRest(rest))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onGo(typed)
  }
  return (
    <form className={classes.address} onSubmit={submit}>
      <TextInput
        size="xs"
        aria-label="Address in the site"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </form>
  )
}

/** All links of the page, also of what is folded or hidden in it. */
function Links({
  links,
  onLink
}: {
  readonly links: readonly PageLink[]
  readonly onLink: (address: string) => void
}) {
  return (
    <Menu position="bottom-end" width={340} shadow="md" disabled={links.length === 0}>
      <Menu.Target>
        <Button variant="default" size="compact-sm" disabled={links.length === 0}>
          {links.length === 1 ? '1 link' : `${numberText(links.length)} links`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.links ?? ''}>
        {links.map(({ words, href, rest }) => (
          <Menu.Item key={`${href} ${words}`} onClick={() => onLink(href)}>
            <span className={classes.link}>
              <b>{words}</b>
              <small>{rest === null ? `Leads out of the site: ${href}` : readableRest(rest)}</small>
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
