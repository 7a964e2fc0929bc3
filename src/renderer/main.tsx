import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { StartPage } from './start-page.tsx'
import './ui/tokens.css'
import './ui/page.css'

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no element with the id "root"')

createRoot(root).render(
  <StrictMode>
    <StartPage version={import.meta.env.VITE_PROCTOR_VERSION} desktop={globalThis.desktopVersions} />
  </StrictMode>,
)
