import { Button, CopyButton, Group } from '@mantine/core'
import { modals } from '@mantine/modals'
import { desktop } from '../../workbench/bridge'
import { notify } from '../../workbench/toast'
import classes from './SiteLook.module.css'

let isAsking = false

/**
 * Asks, one at a time, before a link that leads out of the site is opened in the system's browser, or in a
 * new tab of this one.
 */
export function askToLeave(address: string): void {
  if (isAsking) return
  const url = outside(address)
  if (url === null) {
    notify(`“${address.slice(0, 200)}” leads out of the site and is not opened here.`)
    return
  }
  const bridge = desktop()
  // what the app gives to the system (its main process has the last word)
  const opens = !bridge || url.protocol !== 'http:'
  const open = () => {
    modals.close(id)
    if (bridge) void bridge.call('openExternal', url.href)
    else window.open(url.href, '_blank', 'noopener')
  }
  isAsking = true
  const id = modals.open({
    onClose: () => {
      isAsking = false
    },
    title: url.protocol === 'mailto:' ? 'Write a mail?' : 'Leave the site?',
    children: (
      <div className={classes.details}>
        <p>
          {opens
            ? 'This link leads out of the site:'
            : 'This link leads out of the site. Only https and mail addresses are opened from here.'}
        </p>
        <code className={classes.address}>{url.href}</code>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={() => modals.close(id)}>
            Cancel
          </Button>
          <CopyButton value={url.href}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy address'}
              </Button>
            )}
          </CopyButton>
          {opens && (
            <Button data-autofocus onClick={open}>
              {url.protocol === 'mailto:' ? 'Write' : bridge ? 'Open in the browser' : 'Open in a new tab'}
            </Button>
          )}
        </Group>
      </div>
    )
  })
}

function outside(address: string): URL | null {
  try {
    const url = new URL(address.startsWith('//') ? `https:${address}` : address)
    return ['https:', 'http:', 'mailto:'].includes(url.protocol) ? url : null
  } catch {
    return null
  }
}
