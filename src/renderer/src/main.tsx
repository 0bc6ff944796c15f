import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import './shell/tokens.css'
import './shell/global.css'
import './shell/frame.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { fillIn } from './components/missing-apis'
import { App } from './shell/App'
import { features } from './shell/features'
import { beginStart } from './shell/start-phase'
import { contribute } from './workbench/contributions'

fillIn()
beginStart()
contribute(features)
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>
  )
}
