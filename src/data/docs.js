/*
 * The script of /docs: search, and requests to the server that the page came from. It stands in the page as it is; the policy
 * of the page allows this text and no other. What it works out is exported for its tests.
 */

/** Most characters of an answer that are shown. */
const MOST_SHOWN = 200_000

/** What the answer of one operation fills in elsewhere: [operation, field, where the value is in the answer]. */
const FILLED_BY = {
  createQuote: [
    ['lockRoute', 'provider', ['data', 0, 'provider']],
    ['lockRoute', 'routeId', ['data', 0, 'routeId']],
  ],
  lockRoute: [['executeLock', 'lockId', ['data', 'lockId']]],
  executeLock: [
    ['trackTransaction', 'transactionId', ['data', 'transaction', 'id']],
    ['getTransactionStatus', 'transactionId', ['data', 'transaction', 'id']],
  ],
}

/**
 * The request that a form describes. Fields: { name, in: 'path' | 'query' | 'header', list: boolean, value }; an empty one is left
 * out, a list is separated by commas.
 */
export function requestOf({ method, path, fields, body }) {
  const query = new URLSearchParams()
  const headers = {}
  let address = path
  for (const { name, in: place, list, value } of fields) {
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value))
    else if (value === '') continue
    else if (place === 'header') headers[name] = value
    else for (const one of list ? value.split(',') : [value]) query.append(name, one.trim())
  }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const text = query.toString()
  return { method, url: text === '' ? address : `${address}?${text}`, headers, body }
}

/** A request as a line for a shell. */
export function curlOf(origin, { url, headers, body }) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`
  const parts = [`curl ${quoted(`${origin}${url}`)}`]
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (body !== undefined) parts.push(`-d ${quoted(compact(body))}`)
  return parts.join(' \\\n  ')
}

function compact(text) {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}

/** JSON with its lines indented; any other text as it is. */
export function prettyText(text) {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

/** What an answer fills in: a list of { operation, field, value }. */
export function valuesFrom(operation, requestId, text) {
  let answer
  try {
    answer = JSON.parse(text)
  } catch {
    return []
  }
  const found = (FILLED_BY[operation] ?? []).map(([into, field, steps]) => ({
    operation: into,
    field,
    value: steps.reduce((at, step) => at?.[step], answer),
  }))
  if (operation === 'createQuote') found.push({ operation: 'listQuoteVerdicts', field: 'requestId', value: requestId })
  return found.filter(({ value }) => typeof value === 'string')
}

/** The text of a JSON body with one field set; as it is where it is no JSON object. */
export function withField(text, field, value) {
  try {
    return JSON.stringify({ ...JSON.parse(text), [field]: value }, undefined, 2)
  } catch {
    return text
  }
}

/** True where every word that is searched for stands in a text. */
export function matches(text, search) {
  const words = search.toLowerCase().split(/\s+/)
  return words.every((word) => text.toLowerCase().includes(word))
}

function start() {
  const search = document.querySelector('#search')
  const found = document.querySelector('#found')
  const sections = [...document.querySelectorAll('main section, main [data-found]')]
  const texts = new Map(sections.map((section) => [section, section.textContent]))
  const operations = sections.filter(({ id }) => id !== '')
  const filter = () => {
    for (const section of sections) section.hidden = !matches(texts.get(section), search.value)
    for (const { id, hidden } of operations) {
      document.querySelector(`nav a[href="#${id}"]`).parentElement.hidden = hidden
    }
    for (const group of document.querySelectorAll('[data-group]')) {
      group.hidden = group.querySelector('li:not([hidden]), section:not([hidden]), [data-found]:not([hidden])') === null
    }
    const shown = operations.filter(({ hidden }) => !hidden)
    found.textContent = search.value === '' ? '' : `${shown.length} of ${operations.length} operations`
    if (search.value !== '') shown[0]?.scrollIntoView()
  }
  search.addEventListener('input', filter)
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
    if (event.key === '/' && !isTyping) {
      event.preventDefault()
      search.focus()
    }
    if (event.key === 'Escape' && event.target === search) {
      search.value = ''
      filter()
    }
  })
  const reading = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen) {
        const link = document.querySelector(`nav a[href="#${target.id}"]`)
        if (isIntersecting) link.setAttribute('aria-current', 'location')
        else link.removeAttribute('aria-current')
      }
    },
    // The section that stands below the top edge.
    { rootMargin: '-5% 0px -90% 0px' },
  )
  for (const section of operations) reading.observe(section)
  for (const form of document.querySelectorAll('form')) prepare(form)
  for (const part of document.querySelectorAll('[data-script]')) part.hidden = false
  // A reload keeps what was typed.
  filter()
}

function prepare(form) {
  const { method, path } = form.dataset
  const line = form.parentElement.querySelector('[data-curl]')
  const stop = form.querySelector('[data-stop]')
  const send = form.querySelector('[type=submit]')
  const read = () =>
    requestOf({
      method,
      path,
      fields: [...form.querySelectorAll('[data-in]')].map(({ name, dataset, value }) => ({
        name,
        in: dataset.in,
        list: dataset.list !== undefined,
        value,
      })),
      body: form.querySelector('textarea')?.value,
    })
  const showLine = () => {
    line.textContent = curlOf(location.origin, read())
  }
  form.addEventListener('input', showLine)
  form.addEventListener('filled', showLine)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const leaving = new AbortController()
    stop.onclick = () => leaving.abort()
    stop.disabled = false
    send.disabled = true
    try {
      await play(form, read(), leaving.signal)
    } finally {
      stop.disabled = true
      send.disabled = false
    }
  })
  showLine()
}

async function play(form, { method, url, headers, body }, signal) {
  // The answer is not read out, as its status is: it may be long.
  const status = form.querySelector('[data-status]')
  const output = form.querySelector('[data-answer]')
  const shown = document.createElement('pre')
  shown.tabIndex = 0
  status.className = ''
  status.textContent = 'Waiting for the answer …'
  output.replaceChildren()
  const startedAt = performance.now()
  let text = ''
  try {
    const answer = await fetch(url, { method, headers, body, signal, credentials: 'omit', cache: 'no-store' })
    const ms = Math.round(performance.now() - startedAt)
    status.textContent = `${answer.status} ${answer.statusText} after ${ms} ms`
    status.className = answer.ok ? 'get' : 'bad'
    const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    const details = document.createElement('details')
    const summary = document.createElement('summary')
    const list = document.createElement('pre')
    summary.textContent = 'Headers'
    list.textContent = lines
    details.append(summary, list)
    output.append(details, shown)
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      text += value
      shown.textContent = text.slice(-MOST_SHOWN)
    }
    shown.textContent = prettyText(text).slice(0, MOST_SHOWN)
    if (answer.ok)
      for (const each of valuesFrom(form.dataset.operation, answer.headers.get('x-request-id'), text)) fillIn(each)
  } catch (error) {
    if (signal.aborted) return status.append(' (stopped)')
    status.className = 'bad'
    status.textContent = `The server cannot be reached: ${error.message}`
  }
}

function fillIn({ operation, field, value }) {
  const form = document.querySelector(`form[data-operation="${operation}"]`)
  const input = form?.querySelector(`[data-in][name="${field}"]`)
  const body = form?.querySelector('textarea')
  if (input) input.value = value
  else if (body) body.value = withField(body.value, field, value)
  form?.dispatchEvent(new Event('filled'))
}

if (typeof document !== 'undefined') start()
