import { Button, SegmentedControl } from '@mantine/core'
import { askSiteCode } from './SiteCodeDialog'
import { showSiteLook, type SiteLook } from './site-code'

/** Plain, or as the site makes its pages look; asks where its code lies when that is not known yet. */
export function LookSwitch({ look }: { readonly look: SiteLook }) {
  const { site, state, isOn } = look
  const isShown = isOn && state.origins !== null
  const choose = (value: string) => {
    if (value === 'plain') showSiteLook(false)
    else if (state.code === null) void askSiteCode(site)
    else showSiteLook(true)
  }
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Look"
        disabled={state.isHeld}
        title={state.isHeld ? 'The code of a site runs only in a workspace that you trust' : undefined}
        value={isShown ? 'site' : 'plain'}
        onChange={choose}
        data={[
          { value: 'plain', label: 'Plain' },
          { value: 'site', label: 'As the site looks' }
        ]}
      />
      {isShown && (
        <Button variant="subtle" size="compact-xs" onClick={() => void askSiteCode(site)}>
          Its code…
        </Button>
      )}
    </>
  )
}
