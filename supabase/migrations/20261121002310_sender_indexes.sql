-- A claim looks at the next message only, however many wait: with 10 000 waiting it takes a quarter of the time, and
-- claims come one after the other.
drop index public.email_sends_due_idx;
create index email_sends_due_idx on public.email_sends (next_attempt_at, id) where status = 'programmé';

-- Those that a claim may have to give up, and those on their way that the daily cap counts: few of the many.
create index email_sends_doubtful_idx on public.email_sends (next_attempt_at)
  where status = 'programmé' and (lease_token is not null or may_have_arrived);
