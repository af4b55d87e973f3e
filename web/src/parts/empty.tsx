import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icons';

/** What stands where rows would be, and why there are none. */
export function Notice(props: { icon: IconName; tone?: string; title: string; children?: ComponentChildren }) {
  return (
    <div class={`notice ${props.tone ? `is-${props.tone}` : ''}`}>
      <Icon name={props.icon} />
      <div>
        <strong>{props.title}</strong>
        {props.children && <div class="notice-text">{props.children}</div>}
      </div>
    </div>
  );
}
