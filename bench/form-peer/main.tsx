import { createRoot } from 'react-dom/client'
import { HandForm } from './hand-form.tsx'

createRoot(document.getElementById('root')!).render(<HandForm />)
