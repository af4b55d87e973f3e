import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { setToken, tokenWanted } from '../hub/api';
import { Icon } from '../components/icons';
import { helpOpen, KEYS } from './keys';

/** A modal dialog: it takes the focus when it opens and restores it when it closes. */
export function Dialog(props: { label: string; onClose(): void; class?: string; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  // Must happen before the next key press: text typed right after Ctrl-K belongs in the field.
  useLayoutEffect(() => {
    const dialog = element.current!;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog ${props.class ?? ''}`}
      aria-label={props.label}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
      onClose={() => {
        // A browser may close the dialog on a second Escape without a cancel event; let the owner decide again.
        props.onClose();
        setTimeout(() => element.current?.isConnected && !element.current.open && element.current.showModal());
      }}
      onClick={(event) => event.target === element.current && props.onClose()}
    >
      {props.children}
    </dialog>
  );
}

export function Help() {
  if (!helpOpen.value) return null;
  const close = () => (helpOpen.value = false);
  return (
    <Dialog label="Keyboard shortcuts" onClose={close} class="help">
      <header>
        <h2>Keyboard shortcuts</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <dl>
        {KEYS.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** Asks for a reader token if the hub requires one; it is kept until the tab is closed. */
export function TokenDialog() {
  const [token, set] = useState('');
  if (tokenWanted.value === undefined) return null;
  return (
    <Dialog label="Token" onClose={() => {}} class="token">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (token.trim()) setToken(token.trim());
          set('');
        }}
      >
        <h2>
          <Icon name="key" /> This hub requires a reader token
        </h2>
        <p role="alert">{tokenWanted.value}</p>
        <label>
          Token
          <input type="password" autocomplete="current-password" autofocus value={token} onInput={(e) => set(e.currentTarget.value)} />
        </label>
        <p class="faint">The token stays in this tab and is sent only to this hub.</p>
        <button type="submit" class="primary">
          Continue
        </button>
      </form>
    </Dialog>
  );
}
