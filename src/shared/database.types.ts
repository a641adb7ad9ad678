// Generated from supabase/migrations. Do not edit; run: node --import tsx tests/database/schema/generate-types.ts
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      activity_log: {
        Row: {
          action: Database['public']['Enums']['activity_action'];
          actor: string | null;
          created_at: string;
          fields: string[];
          id: number;
          kind: string;
          record_count: number;
          record_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          action: Database['public']['Enums']['activity_action'];
          actor?: string | null;
          created_at?: string;
          fields?: string[];
          id?: number;
          kind: string;
          record_count?: number;
          record_id?: string | null;
        };
        Update: {
          action?: Database['public']['Enums']['activity_action'];
          actor?: string | null;
          created_at?: string;
          fields?: string[];
          id?: number;
          kind?: string;
          record_count?: number;
          record_id?: string | null;
        };
        Relationships: [];
      };
      backups: {
        Row: {
          differences: number | null;
          file_count: number;
          id: string;
          made_at: string;
          proven_at: string | null;
          row_count: number;
          seconds: number | null;
        };
        ComputedFields: never;
        Insert: {
          differences?: number | null;
          file_count: number;
          id?: string;
          made_at: string;
          proven_at?: string | null;
          row_count: number;
          seconds?: number | null;
        };
        Update: {
          differences?: number | null;
          file_count?: number;
          id?: string;
          made_at?: string;
          proven_at?: string | null;
          row_count?: number;
          seconds?: number | null;
        };
        Relationships: [];
      };
      campaign_steps: {
        Row: {
          body: string;
          campaign_id: string;
          delay_days: number;
          id: string;
          step: number;
          subject: string;
          template_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          body: string;
          campaign_id: string;
          delay_days: number;
          id?: string;
          step: number;
          subject: string;
          template_id?: string | null;
        };
        Update: {
          body?: string;
          campaign_id?: string;
          delay_days?: number;
          id?: string;
          step?: number;
          subject?: string;
          template_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'campaign_steps_campaign_id_fkey';
            columns: ['campaign_id'];
            isOneToOne: false;
            referencedRelation: 'campaigns';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'campaign_steps_template_id_fkey';
            columns: ['template_id'];
            isOneToOne: false;
            referencedRelation: 'email_templates';
            referencedColumns: ['id'];
          },
        ];
      };
      campaigns: {
        Row: {
          archived_at: string | null;
          cancelled_at: string | null;
          created_at: string;
          draft: Json | null;
          driven_until: string | null;
          finished_at: string | null;
          followups_stopped_at: string | null;
          from_email: string | null;
          id: string;
          lobbying_ground: Database['public']['Enums']['lobbying_ground'] | null;
          lobbying_reference: string | null;
          message_body: string | null;
          message_subject: string | null;
          name: string;
          pause_reason: string | null;
          paused_at: string | null;
          segment_definition: Json | null;
          segment_id: string | null;
          segment_name: string | null;
          send_date: string | null;
          send_now: boolean;
          server_seen_at: string;
          status: Database['public']['Enums']['campaign_status'];
          template_id: string | null;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          archived_at?: string | null;
          cancelled_at?: string | null;
          created_at?: string;
          draft?: Json | null;
          driven_until?: string | null;
          finished_at?: string | null;
          followups_stopped_at?: string | null;
          from_email?: string | null;
          id?: string;
          lobbying_ground?: Database['public']['Enums']['lobbying_ground'] | null;
          lobbying_reference?: string | null;
          message_body?: string | null;
          message_subject?: string | null;
          name: string;
          pause_reason?: string | null;
          paused_at?: string | null;
          segment_definition?: Json | null;
          segment_id?: string | null;
          segment_name?: string | null;
          send_date?: string | null;
          send_now?: boolean;
          server_seen_at?: string;
          status?: Database['public']['Enums']['campaign_status'];
          template_id?: string | null;
          user_id?: string | null;
        };
        Update: {
          archived_at?: string | null;
          cancelled_at?: string | null;
          created_at?: string;
          draft?: Json | null;
          driven_until?: string | null;
          finished_at?: string | null;
          followups_stopped_at?: string | null;
          from_email?: string | null;
          id?: string;
          lobbying_ground?: Database['public']['Enums']['lobbying_ground'] | null;
          lobbying_reference?: string | null;
          message_body?: string | null;
          message_subject?: string | null;
          name?: string;
          pause_reason?: string | null;
          paused_at?: string | null;
          segment_definition?: Json | null;
          segment_id?: string | null;
          segment_name?: string | null;
          send_date?: string | null;
          send_now?: boolean;
          server_seen_at?: string;
          status?: Database['public']['Enums']['campaign_status'];
          template_id?: string | null;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'campaigns_segment_id_fkey';
            columns: ['segment_id'];
            isOneToOne: false;
            referencedRelation: 'contact_segments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'campaigns_template_id_fkey';
            columns: ['template_id'];
            isOneToOne: false;
            referencedRelation: 'email_templates';
            referencedColumns: ['id'];
          },
        ];
      };
      consent_events: {
        Row: {
          basis: Database['public']['Enums']['consent_basis'];
          contact_id: string | null;
          created_at: string;
          email: string;
          evidence: string | null;
          id: string;
          occurred_at: string;
          recorded_by: string | null;
          source_url: string | null;
          wording: string | null;
          wording_version: string | null;
        };
        ComputedFields: never;
        Insert: {
          basis: Database['public']['Enums']['consent_basis'];
          contact_id?: string | null;
          created_at?: string;
          email: string;
          evidence?: string | null;
          id?: string;
          occurred_at: string;
          recorded_by?: string | null;
          source_url?: string | null;
          wording?: string | null;
          wording_version?: string | null;
        };
        Update: {
          basis?: Database['public']['Enums']['consent_basis'];
          contact_id?: string | null;
          created_at?: string;
          email?: string;
          evidence?: string | null;
          id?: string;
          occurred_at?: string;
          recorded_by?: string | null;
          source_url?: string | null;
          wording?: string | null;
          wording_version?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'consent_events_contact_id_fkey';
            columns: ['contact_id'];
            isOneToOne: false;
            referencedRelation: 'contacts';
            referencedColumns: ['id'];
          },
        ];
      };
      contact_activities: {
        Row: {
          body: string;
          contact_id: string;
          created_at: string;
          happened_at: string;
          id: string;
          kind: Database['public']['Enums']['contact_activity_kind'];
          recorded_by: string | null;
        };
        ComputedFields: never;
        Insert: {
          body: string;
          contact_id: string;
          created_at?: string;
          happened_at?: string;
          id?: string;
          kind: Database['public']['Enums']['contact_activity_kind'];
          recorded_by?: string | null;
        };
        Update: {
          body?: string;
          contact_id?: string;
          created_at?: string;
          happened_at?: string;
          id?: string;
          kind?: Database['public']['Enums']['contact_activity_kind'];
          recorded_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'contact_activities_contact_id_fkey';
            columns: ['contact_id'];
            isOneToOne: false;
            referencedRelation: 'contacts';
            referencedColumns: ['id'];
          },
        ];
      };
      contact_events: {
        Row: {
          contact_id: string;
          created_at: string;
          id: string;
          kind: Database['public']['Enums']['contact_event_kind'];
          new_status: Database['public']['Enums']['contact_status'] | null;
          old_status: Database['public']['Enums']['contact_status'] | null;
          recorded_by: string | null;
          source: string | null;
        };
        ComputedFields: never;
        Insert: {
          contact_id: string;
          created_at?: string;
          id?: string;
          kind: Database['public']['Enums']['contact_event_kind'];
          new_status?: Database['public']['Enums']['contact_status'] | null;
          old_status?: Database['public']['Enums']['contact_status'] | null;
          recorded_by?: string | null;
          source?: string | null;
        };
        Update: {
          contact_id?: string;
          created_at?: string;
          id?: string;
          kind?: Database['public']['Enums']['contact_event_kind'];
          new_status?: Database['public']['Enums']['contact_status'] | null;
          old_status?: Database['public']['Enums']['contact_status'] | null;
          recorded_by?: string | null;
          source?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'contact_events_contact_id_fkey';
            columns: ['contact_id'];
            isOneToOne: false;
            referencedRelation: 'contacts';
            referencedColumns: ['id'];
          },
        ];
      };
      contact_segments: {
        Row: {
          created_at: string;
          created_by: string | null;
          definition: NonNullable<Json>;
          id: string;
          name: string;
          rhythm: Database['public']['Enums']['segment_rhythm'] | null;
          rhythm_from: string | null;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          created_by?: string | null;
          definition: NonNullable<Json>;
          id?: string;
          name: string;
          rhythm?: Database['public']['Enums']['segment_rhythm'] | null;
          rhythm_from?: string | null;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          definition?: NonNullable<Json>;
          id?: string;
          name?: string;
          rhythm?: Database['public']['Enums']['segment_rhythm'] | null;
          rhythm_from?: string | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      contacts: {
        Row: {
          city: string;
          company: string;
          created_at: string;
          email: string | null;
          function_kind: Database['public']['Enums']['contact_function'] | null;
          function_title: string | null;
          id: string;
          is_public_office_holder: boolean | null;
          municipality_code: string | null;
          name: string;
          notes: string | null;
          organisation_id: string | null;
          phone: string | null;
          region: string;
          sector: Database['public']['Enums']['sector'];
          status: Database['public']['Enums']['contact_status'];
          updated_at: string;
          user_id: string | null;
          website: string | null;
        };
        ComputedFields: never;
        Insert: {
          city: string;
          company: string;
          created_at?: string;
          email?: string | null;
          function_kind?: Database['public']['Enums']['contact_function'] | null;
          function_title?: string | null;
          id?: string;
          is_public_office_holder?: boolean | null;
          municipality_code?: string | null;
          name: string;
          notes?: string | null;
          organisation_id?: string | null;
          phone?: string | null;
          region: string;
          sector?: Database['public']['Enums']['sector'];
          status?: Database['public']['Enums']['contact_status'];
          updated_at?: string;
          user_id?: string | null;
          website?: string | null;
        };
        Update: {
          city?: string;
          company?: string;
          created_at?: string;
          email?: string | null;
          function_kind?: Database['public']['Enums']['contact_function'] | null;
          function_title?: string | null;
          id?: string;
          is_public_office_holder?: boolean | null;
          municipality_code?: string | null;
          name?: string;
          notes?: string | null;
          organisation_id?: string | null;
          phone?: string | null;
          region?: string;
          sector?: Database['public']['Enums']['sector'];
          status?: Database['public']['Enums']['contact_status'];
          updated_at?: string;
          user_id?: string | null;
          website?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'contacts_municipality_code_fkey';
            columns: ['municipality_code'];
            isOneToOne: false;
            referencedRelation: 'municipalities';
            referencedColumns: ['code'];
          },
          {
            foreignKeyName: 'contacts_organisation_id_fkey';
            columns: ['organisation_id'];
            isOneToOne: false;
            referencedRelation: 'organisations';
            referencedColumns: ['id'];
          },
        ];
      };
      dispatcher_state: {
        Row: {
          id: number;
          last_error: string | null;
          last_run_at: string;
          last_summary: NonNullable<Json>;
          outage_attempts: number;
          outage_next_at: string | null;
          outage_reason: string | null;
          outage_since: string | null;
          quote_form_needs_proof: boolean;
          reputation_resumed_at: string | null;
          reputation_stop: string | null;
          transport: Database['public']['Enums']['mail_transport'] | null;
          warmup_day: string | null;
          warmup_step: number;
        };
        ComputedFields: never;
        Insert: {
          id: number;
          last_error?: string | null;
          last_run_at?: string;
          last_summary?: NonNullable<Json>;
          outage_attempts?: number;
          outage_next_at?: string | null;
          outage_reason?: string | null;
          outage_since?: string | null;
          quote_form_needs_proof?: boolean;
          reputation_resumed_at?: string | null;
          reputation_stop?: string | null;
          transport?: Database['public']['Enums']['mail_transport'] | null;
          warmup_day?: string | null;
          warmup_step?: number;
        };
        Update: {
          id?: number;
          last_error?: string | null;
          last_run_at?: string;
          last_summary?: NonNullable<Json>;
          outage_attempts?: number;
          outage_next_at?: string | null;
          outage_reason?: string | null;
          outage_since?: string | null;
          quote_form_needs_proof?: boolean;
          reputation_resumed_at?: string | null;
          reputation_stop?: string | null;
          transport?: Database['public']['Enums']['mail_transport'] | null;
          warmup_day?: string | null;
          warmup_step?: number;
        };
        Relationships: [];
      };
      email_events: {
        Row: {
          created_at: string;
          detail: string | null;
          email_send_id: string | null;
          id: string;
          kind: Database['public']['Enums']['email_event_kind'];
          occurred_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          detail?: string | null;
          email_send_id?: string | null;
          id: string;
          kind: Database['public']['Enums']['email_event_kind'];
          occurred_at: string;
        };
        Update: {
          created_at?: string;
          detail?: string | null;
          email_send_id?: string | null;
          id?: string;
          kind?: Database['public']['Enums']['email_event_kind'];
          occurred_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'email_events_email_send_id_fkey';
            columns: ['email_send_id'];
            isOneToOne: false;
            referencedRelation: 'email_sends';
            referencedColumns: ['id'];
          },
        ];
      };
      email_sends: {
        Row: {
          attempts: number;
          body: string;
          bounce_reason: string | null;
          bounced_at: string | null;
          campaign_id: string;
          clicked_at: string | null;
          complained_at: string | null;
          contact_id: string | null;
          created_at: string;
          delivered_at: string | null;
          finished_at: string | null;
          first_attempt_at: string | null;
          followup_refusal: string | null;
          followup_stopped_at: string | null;
          from_email: string | null;
          id: string;
          identity: Json | null;
          last_error: string | null;
          lease_token: string | null;
          lobbying_ground: Database['public']['Enums']['lobbying_ground'] | null;
          lobbying_reference: string | null;
          may_have_arrived: boolean;
          message_id: string | null;
          next_attempt_at: string;
          opened_at: string | null;
          provider_id: string | null;
          recipient_email: string | null;
          recipient_hash: string | null;
          recipient_name: string | null;
          replied_at: string | null;
          status: Database['public']['Enums']['send_status'];
          step: number;
          subject: string;
          template_id: string | null;
          unsubscribe_token: string;
        };
        ComputedFields: never;
        Insert: {
          attempts?: number;
          body: string;
          bounce_reason?: string | null;
          bounced_at?: string | null;
          campaign_id: string;
          clicked_at?: string | null;
          complained_at?: string | null;
          contact_id?: string | null;
          created_at?: string;
          delivered_at?: string | null;
          finished_at?: string | null;
          first_attempt_at?: string | null;
          followup_refusal?: string | null;
          followup_stopped_at?: string | null;
          from_email?: string | null;
          id?: string;
          identity?: Json | null;
          last_error?: string | null;
          lease_token?: string | null;
          lobbying_ground?: Database['public']['Enums']['lobbying_ground'] | null;
          lobbying_reference?: string | null;
          may_have_arrived?: boolean;
          message_id?: string | null;
          next_attempt_at?: string;
          opened_at?: string | null;
          provider_id?: string | null;
          recipient_email?: string | null;
          recipient_hash?: string | null;
          recipient_name?: string | null;
          replied_at?: string | null;
          status?: Database['public']['Enums']['send_status'];
          step?: number;
          subject: string;
          template_id?: string | null;
          unsubscribe_token?: string;
        };
        Update: {
          attempts?: number;
          body?: string;
          bounce_reason?: string | null;
          bounced_at?: string | null;
          campaign_id?: string;
          clicked_at?: string | null;
          complained_at?: string | null;
          contact_id?: string | null;
          created_at?: string;
          delivered_at?: string | null;
          finished_at?: string | null;
          first_attempt_at?: string | null;
          followup_refusal?: string | null;
          followup_stopped_at?: string | null;
          from_email?: string | null;
          id?: string;
          identity?: Json | null;
          last_error?: string | null;
          lease_token?: string | null;
          lobbying_ground?: Database['public']['Enums']['lobbying_ground'] | null;
          lobbying_reference?: string | null;
          may_have_arrived?: boolean;
          message_id?: string | null;
          next_attempt_at?: string;
          opened_at?: string | null;
          provider_id?: string | null;
          recipient_email?: string | null;
          recipient_hash?: string | null;
          recipient_name?: string | null;
          replied_at?: string | null;
          status?: Database['public']['Enums']['send_status'];
          step?: number;
          subject?: string;
          template_id?: string | null;
          unsubscribe_token?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'email_sends_campaign_id_fkey';
            columns: ['campaign_id'];
            isOneToOne: false;
            referencedRelation: 'campaigns';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'email_sends_contact_id_fkey';
            columns: ['contact_id'];
            isOneToOne: false;
            referencedRelation: 'contacts';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'email_sends_template_id_fkey';
            columns: ['template_id'];
            isOneToOne: false;
            referencedRelation: 'email_templates';
            referencedColumns: ['id'];
          },
        ];
      };
      email_templates: {
        Row: {
          body: string;
          created_at: string;
          id: string;
          name: string;
          sector: Database['public']['Enums']['sector'] | null;
          subject: string;
          tone: Database['public']['Enums']['template_tone'];
          updated_at: string;
          user_id: string | null;
          variables: string[];
        };
        ComputedFields: never;
        Insert: {
          body: string;
          created_at?: string;
          id?: string;
          name: string;
          sector?: Database['public']['Enums']['sector'] | null;
          subject: string;
          tone?: Database['public']['Enums']['template_tone'];
          updated_at?: string;
          user_id?: string | null;
          variables?: string[];
        };
        Update: {
          body?: string;
          created_at?: string;
          id?: string;
          name?: string;
          sector?: Database['public']['Enums']['sector'] | null;
          subject?: string;
          tone?: Database['public']['Enums']['template_tone'];
          updated_at?: string;
          user_id?: string | null;
          variables?: string[];
        };
        Relationships: [];
      };
      embedding_settings: {
        Row: {
          id: number;
          is_open: boolean;
          sites: string[];
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          id: number;
          is_open?: boolean;
          sites?: string[];
          updated_at?: string;
        };
        Update: {
          id?: number;
          is_open?: boolean;
          sites?: string[];
          updated_at?: string;
        };
        Relationships: [];
      };
      estimate_settings: {
        Row: {
          city: string;
          farthest_km: number;
          id: number;
          is_public: boolean;
          km_per_day: number | null;
          region: string;
          scenes_per_day: number | null;
          updated_at: string;
          weeks_high: number | null;
          weeks_low: number | null;
        };
        ComputedFields: never;
        Insert: {
          city?: string;
          farthest_km?: number;
          id: number;
          is_public?: boolean;
          km_per_day?: number | null;
          region?: string;
          scenes_per_day?: number | null;
          updated_at?: string;
          weeks_high?: number | null;
          weeks_low?: number | null;
        };
        Update: {
          city?: string;
          farthest_km?: number;
          id?: number;
          is_public?: boolean;
          km_per_day?: number | null;
          region?: string;
          scenes_per_day?: number | null;
          updated_at?: string;
          weeks_high?: number | null;
          weeks_low?: number | null;
        };
        Relationships: [];
      };
      evidence_settings: {
        Row: {
          authorities: string[];
          certificates: string;
          id: number;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          authorities?: string[];
          certificates?: string;
          id: number;
          updated_at?: string;
        };
        Update: {
          authorities?: string[];
          certificates?: string;
          id?: number;
          updated_at?: string;
        };
        Relationships: [];
      };
      inbound_messages: {
        Row: {
          applied_at: string | null;
          attachments: NonNullable<Json>;
          authentication: NonNullable<Json>;
          body: string;
          contact_id: string | null;
          created_at: string;
          discarded_at: string | null;
          email_send_id: string | null;
          from_email: string;
          from_name: string;
          id: string;
          kind: Database['public']['Enums']['inbound_message_kind'];
          matched_by: Database['public']['Enums']['inbound_match'] | null;
          message_id: string;
          provider_id: string;
          quote_request_id: string | null;
          quoted: string;
          received_at: string;
          returns_on: string | null;
          sender_check: Database['public']['Enums']['sender_check'];
          settled_at: string | null;
          subject: string;
          trouble: string | null;
        };
        ComputedFields: never;
        Insert: {
          applied_at?: string | null;
          attachments?: NonNullable<Json>;
          authentication?: NonNullable<Json>;
          body?: string;
          contact_id?: string | null;
          created_at?: string;
          discarded_at?: string | null;
          email_send_id?: string | null;
          from_email: string;
          from_name?: string;
          id: string;
          kind: Database['public']['Enums']['inbound_message_kind'];
          matched_by?: Database['public']['Enums']['inbound_match'] | null;
          message_id?: string;
          provider_id: string;
          quote_request_id?: string | null;
          quoted?: string;
          received_at: string;
          returns_on?: string | null;
          sender_check?: Database['public']['Enums']['sender_check'];
          settled_at?: string | null;
          subject?: string;
          trouble?: string | null;
        };
        Update: {
          applied_at?: string | null;
          attachments?: NonNullable<Json>;
          authentication?: NonNullable<Json>;
          body?: string;
          contact_id?: string | null;
          created_at?: string;
          discarded_at?: string | null;
          email_send_id?: string | null;
          from_email?: string;
          from_name?: string;
          id?: string;
          kind?: Database['public']['Enums']['inbound_message_kind'];
          matched_by?: Database['public']['Enums']['inbound_match'] | null;
          message_id?: string;
          provider_id?: string;
          quote_request_id?: string | null;
          quoted?: string;
          received_at?: string;
          returns_on?: string | null;
          sender_check?: Database['public']['Enums']['sender_check'];
          settled_at?: string | null;
          subject?: string;
          trouble?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'inbound_messages_contact_id_fkey';
            columns: ['contact_id'];
            isOneToOne: false;
            referencedRelation: 'contacts';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'inbound_messages_email_send_id_fkey';
            columns: ['email_send_id'];
            isOneToOne: false;
            referencedRelation: 'email_sends';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'inbound_messages_quote_request_id_fkey';
            columns: ['quote_request_id'];
            isOneToOne: false;
            referencedRelation: 'quote_requests';
            referencedColumns: ['id'];
          },
        ];
      };
      invitations: {
        Row: {
          accepted_at: string | null;
          accepted_by: string | null;
          created_at: string;
          email: string;
          expires_at: string;
          id: string;
          invited_by: string | null;
          revoked_at: string | null;
          role: Database['public']['Enums']['user_role'];
          token_hash: string | null;
        };
        ComputedFields: never;
        Insert: {
          accepted_at?: string | null;
          accepted_by?: string | null;
          created_at?: string;
          email: string;
          expires_at?: string;
          id?: string;
          invited_by?: string | null;
          revoked_at?: string | null;
          role: Database['public']['Enums']['user_role'];
          token_hash?: string | null;
        };
        Update: {
          accepted_at?: string | null;
          accepted_by?: string | null;
          created_at?: string;
          email?: string;
          expires_at?: string;
          id?: string;
          invited_by?: string | null;
          revoked_at?: string | null;
          role?: Database['public']['Enums']['user_role'];
          token_hash?: string | null;
        };
        Relationships: [];
      };
      invoice_payments: {
        Row: {
          amount_cents: number;
          created_at: string;
          id: string;
          invoice_id: string;
          method: Database['public']['Enums']['payment_method'];
          received_on: string;
          recorded_by: string | null;
          reference: string;
          undone_at: string | null;
          undone_by: string | null;
        };
        ComputedFields: never;
        Insert: {
          amount_cents: number;
          created_at?: string;
          id: string;
          invoice_id: string;
          method: Database['public']['Enums']['payment_method'];
          received_on: string;
          recorded_by?: string | null;
          reference?: string;
          undone_at?: string | null;
          undone_by?: string | null;
        };
        Update: {
          amount_cents?: number;
          created_at?: string;
          id?: string;
          invoice_id?: string;
          method?: Database['public']['Enums']['payment_method'];
          received_on?: string;
          recorded_by?: string | null;
          reference?: string;
          undone_at?: string | null;
          undone_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'invoice_payments_invoice_id_fkey';
            columns: ['invoice_id'];
            isOneToOne: false;
            referencedRelation: 'invoices';
            referencedColumns: ['id'];
          },
        ];
      };
      invoices: {
        Row: {
          added_cents: number;
          address: string;
          anonymised_at: string | null;
          billed: unknown;
          contact_name: string;
          contact_title: string;
          created_at: string;
          created_by: string | null;
          credits_id: string | null;
          discount_kind: Database['public']['Enums']['discount_kind'];
          discount_label: string;
          discount_value: number;
          due_days: number;
          due_on: string | null;
          email: string;
          id: string;
          is_waived: boolean;
          issued_at: string | null;
          issued_on: string | null;
          kind: Database['public']['Enums']['invoice_kind'];
          lines: NonNullable<Json>;
          notes: string;
          number: string | null;
          organization_name: string;
          pdf_sha256: string | null;
          phone: string;
          quote_id: string;
          reference: string;
          sequence: number | null;
          snapshot: Json | null;
          subject: string;
          tax_status: Database['public']['Enums']['tax_status'] | null;
          terms: string;
          total_cents: number | null;
          totals: Json | null;
          updated_at: string;
          year: number | null;
        };
        ComputedFields: never;
        Insert: {
          added_cents?: number;
          address?: string;
          anonymised_at?: string | null;
          billed?: unknown;
          contact_name?: string;
          contact_title?: string;
          created_at?: string;
          created_by?: string | null;
          credits_id?: string | null;
          discount_kind?: Database['public']['Enums']['discount_kind'];
          discount_label?: string;
          discount_value?: number;
          due_days?: number;
          due_on?: string | null;
          email?: string;
          id?: string;
          is_waived?: boolean;
          issued_at?: string | null;
          issued_on?: string | null;
          kind: Database['public']['Enums']['invoice_kind'];
          lines?: NonNullable<Json>;
          notes?: string;
          number?: never;
          organization_name: string;
          pdf_sha256?: string | null;
          phone?: string;
          quote_id: string;
          reference?: string;
          sequence?: number | null;
          snapshot?: Json | null;
          subject?: string;
          tax_status?: Database['public']['Enums']['tax_status'] | null;
          terms?: string;
          total_cents?: never;
          totals?: Json | null;
          updated_at?: string;
          year?: number | null;
        };
        Update: {
          added_cents?: number;
          address?: string;
          anonymised_at?: string | null;
          billed?: unknown;
          contact_name?: string;
          contact_title?: string;
          created_at?: string;
          created_by?: string | null;
          credits_id?: string | null;
          discount_kind?: Database['public']['Enums']['discount_kind'];
          discount_label?: string;
          discount_value?: number;
          due_days?: number;
          due_on?: string | null;
          email?: string;
          id?: string;
          is_waived?: boolean;
          issued_at?: string | null;
          issued_on?: string | null;
          kind?: Database['public']['Enums']['invoice_kind'];
          lines?: NonNullable<Json>;
          notes?: string;
          number?: never;
          organization_name?: string;
          pdf_sha256?: string | null;
          phone?: string;
          quote_id?: string;
          reference?: string;
          sequence?: number | null;
          snapshot?: Json | null;
          subject?: string;
          tax_status?: Database['public']['Enums']['tax_status'] | null;
          terms?: string;
          total_cents?: never;
          totals?: Json | null;
          updated_at?: string;
          year?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'invoices_credits_id_fkey';
            columns: ['credits_id'];
            isOneToOne: false;
            referencedRelation: 'invoices';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'invoices_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'quotes';
            referencedColumns: ['id'];
          },
        ];
      };
      language_model_calls: {
        Row: {
          called_at: string;
          completion_tokens: number | null;
          duration_ms: number;
          http_status: number | null;
          id: string;
          model: string;
          prompt_tokens: number | null;
          purpose: string;
        };
        ComputedFields: never;
        Insert: {
          called_at?: string;
          completion_tokens?: number | null;
          duration_ms: number;
          http_status?: number | null;
          id?: string;
          model: string;
          prompt_tokens?: number | null;
          purpose: string;
        };
        Update: {
          called_at?: string;
          completion_tokens?: number | null;
          duration_ms?: number;
          http_status?: number | null;
          id?: string;
          model?: string;
          prompt_tokens?: number | null;
          purpose?: string;
        };
        Relationships: [];
      };
      municipalities: {
        Row: {
          address: string | null;
          approximate: boolean;
          code: string;
          designation: string | null;
          gone_on: string | null;
          imported_at: string;
          kind: Database['public']['Enums']['municipality_kind'];
          latitude: number | null;
          longitude: number | null;
          mrc_code: string | null;
          mrc_name: string | null;
          name: string;
          official_email: string | null;
          phone: string | null;
          population: number | null;
          region: string;
          search_key: string | null;
          source: string;
          source_date: string | null;
          website: string | null;
        };
        ComputedFields: never;
        Insert: {
          address?: string | null;
          approximate?: boolean;
          code: string;
          designation?: string | null;
          gone_on?: string | null;
          imported_at?: string;
          kind: Database['public']['Enums']['municipality_kind'];
          latitude?: number | null;
          longitude?: number | null;
          mrc_code?: string | null;
          mrc_name?: string | null;
          name: string;
          official_email?: string | null;
          phone?: string | null;
          population?: number | null;
          region: string;
          search_key?: never;
          source: string;
          source_date?: string | null;
          website?: string | null;
        };
        Update: {
          address?: string | null;
          approximate?: boolean;
          code?: string;
          designation?: string | null;
          gone_on?: string | null;
          imported_at?: string;
          kind?: Database['public']['Enums']['municipality_kind'];
          latitude?: number | null;
          longitude?: number | null;
          mrc_code?: string | null;
          mrc_name?: string | null;
          name?: string;
          official_email?: string | null;
          phone?: string | null;
          population?: number | null;
          region?: string;
          search_key?: never;
          source?: string;
          source_date?: string | null;
          website?: string | null;
        };
        Relationships: [];
      };
      next_actions: {
        Row: {
          contact_id: string | null;
          created_at: string;
          done_at: string | null;
          due_on: string;
          due_time: string | null;
          id: string;
          kind: Database['public']['Enums']['next_action_kind'] | null;
          lobbying_ground: Database['public']['Enums']['lobbying_ground'] | null;
          lobbying_reference: string | null;
          owner: string | null;
          quote_request_id: string | null;
          recorded_by: string | null;
          title: string;
          trip_plan_id: string | null;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          contact_id?: string | null;
          created_at?: string;
          done_at?: string | null;
          due_on: string;
          due_time?: string | null;
          id?: string;
          kind?: Database['public']['Enums']['next_action_kind'] | null;
          lobbying_ground?: Database['public']['Enums']['lobbying_ground'] | null;
          lobbying_reference?: string | null;
          owner?: string | null;
          quote_request_id?: string | null;
          recorded_by?: string | null;
          title: string;
          trip_plan_id?: string | null;
          updated_at?: string;
        };
        Update: {
          contact_id?: string | null;
          created_at?: string;
          done_at?: string | null;
          due_on?: string;
          due_time?: string | null;
          id?: string;
          kind?: Database['public']['Enums']['next_action_kind'] | null;
          lobbying_ground?: Database['public']['Enums']['lobbying_ground'] | null;
          lobbying_reference?: string | null;
          owner?: string | null;
          quote_request_id?: string | null;
          recorded_by?: string | null;
          title?: string;
          trip_plan_id?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'next_actions_contact_id_fkey';
            columns: ['contact_id'];
            isOneToOne: false;
            referencedRelation: 'contacts';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'next_actions_quote_request_id_fkey';
            columns: ['quote_request_id'];
            isOneToOne: false;
            referencedRelation: 'quote_requests';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'next_actions_trip_plan_id_fkey';
            columns: ['trip_plan_id'];
            isOneToOne: false;
            referencedRelation: 'trip_plans';
            referencedColumns: ['id'];
          },
        ];
      };
      notifications: {
        Row: {
          attachments: NonNullable<Json>;
          attempts: number;
          body: string | null;
          campaign_id: string | null;
          created_at: string;
          created_by: string | null;
          digest_id: string | null;
          finished_at: string | null;
          first_attempt_at: string | null;
          id: string;
          inbound_message_id: string | null;
          invitation_id: string | null;
          invoice_id: string | null;
          issued_quote_id: string | null;
          kind: Database['public']['Enums']['notification_kind'];
          last_error: string | null;
          lease_token: string | null;
          may_have_arrived: boolean;
          next_attempt_at: string;
          provider_id: string | null;
          quote_request_id: string | null;
          state: Database['public']['Enums']['notification_state'];
          subject: string | null;
        };
        ComputedFields: never;
        Insert: {
          attachments?: NonNullable<Json>;
          attempts?: number;
          body?: string | null;
          campaign_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          digest_id?: string | null;
          finished_at?: string | null;
          first_attempt_at?: string | null;
          id?: string;
          inbound_message_id?: string | null;
          invitation_id?: string | null;
          invoice_id?: string | null;
          issued_quote_id?: string | null;
          kind: Database['public']['Enums']['notification_kind'];
          last_error?: string | null;
          lease_token?: string | null;
          may_have_arrived?: boolean;
          next_attempt_at?: string;
          provider_id?: string | null;
          quote_request_id?: string | null;
          state?: Database['public']['Enums']['notification_state'];
          subject?: string | null;
        };
        Update: {
          attachments?: NonNullable<Json>;
          attempts?: number;
          body?: string | null;
          campaign_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          digest_id?: string | null;
          finished_at?: string | null;
          first_attempt_at?: string | null;
          id?: string;
          inbound_message_id?: string | null;
          invitation_id?: string | null;
          invoice_id?: string | null;
          issued_quote_id?: string | null;
          kind?: Database['public']['Enums']['notification_kind'];
          last_error?: string | null;
          lease_token?: string | null;
          may_have_arrived?: boolean;
          next_attempt_at?: string;
          provider_id?: string | null;
          quote_request_id?: string | null;
          state?: Database['public']['Enums']['notification_state'];
          subject?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'notifications_campaign_id_fkey';
            columns: ['campaign_id'];
            isOneToOne: false;
            referencedRelation: 'campaigns';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'notifications_inbound_message_id_fkey';
            columns: ['inbound_message_id'];
            isOneToOne: false;
            referencedRelation: 'inbound_messages';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'notifications_invitation_id_fkey';
            columns: ['invitation_id'];
            isOneToOne: false;
            referencedRelation: 'invitations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'notifications_invoice_id_fkey';
            columns: ['invoice_id'];
            isOneToOne: false;
            referencedRelation: 'invoices';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'notifications_issued_quote_id_fkey';
            columns: ['issued_quote_id'];
            isOneToOne: false;
            referencedRelation: 'quotes';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'notifications_quote_request_id_fkey';
            columns: ['quote_request_id'];
            isOneToOne: false;
            referencedRelation: 'quote_requests';
            referencedColumns: ['id'];
          },
        ];
      };
      organisations: {
        Row: {
          address: string | null;
          city: string;
          created_at: string;
          domain: string | null;
          email: string | null;
          id: string;
          kind: Database['public']['Enums']['organisation_kind'];
          name: string;
          name_key: string | null;
          notes: string | null;
          phone: string | null;
          region: string;
          register_code: string | null;
          town_key: string | null;
          updated_at: string;
          website: string | null;
        };
        ComputedFields: never;
        Insert: {
          address?: string | null;
          city: string;
          created_at?: string;
          domain?: string | null;
          email?: string | null;
          id?: string;
          kind: Database['public']['Enums']['organisation_kind'];
          name: string;
          name_key?: never;
          notes?: string | null;
          phone?: string | null;
          region: string;
          register_code?: string | null;
          town_key?: never;
          updated_at?: string;
          website?: string | null;
        };
        Update: {
          address?: string | null;
          city?: string;
          created_at?: string;
          domain?: string | null;
          email?: string | null;
          id?: string;
          kind?: Database['public']['Enums']['organisation_kind'];
          name?: string;
          name_key?: never;
          notes?: string | null;
          phone?: string | null;
          region?: string;
          register_code?: string | null;
          town_key?: never;
          updated_at?: string;
          website?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'organisations_register_code_fkey';
            columns: ['register_code'];
            isOneToOne: false;
            referencedRelation: 'municipalities';
            referencedColumns: ['code'];
          },
        ];
      };
      overpass_answers: {
        Row: {
          answer: NonNullable<Json>;
          key: string;
          stored_at: string;
        };
        ComputedFields: never;
        Insert: {
          answer: NonNullable<Json>;
          key: string;
          stored_at?: string;
        };
        Update: {
          answer?: NonNullable<Json>;
          key?: string;
          stored_at?: string;
        };
        Relationships: [];
      };
      panorama_tour_drafts: {
        Row: {
          document: NonNullable<Json>;
          tour_id: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          document: NonNullable<Json>;
          tour_id: string;
          updated_at?: string;
        };
        Update: {
          document?: NonNullable<Json>;
          tour_id?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'panorama_tour_drafts_tour_id_fkey';
            columns: ['tour_id'];
            isOneToOne: true;
            referencedRelation: 'virtual_tours';
            referencedColumns: ['id'];
          },
        ];
      };
      panorama_tours: {
        Row: {
          document: NonNullable<Json>;
          published_at: string;
          tour_id: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          document: NonNullable<Json>;
          published_at?: string;
          tour_id: string;
          version?: number;
        };
        Update: {
          document?: NonNullable<Json>;
          published_at?: string;
          tour_id?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'panorama_tours_tour_id_fkey';
            columns: ['tour_id'];
            isOneToOne: true;
            referencedRelation: 'virtual_tours';
            referencedColumns: ['id'];
          },
        ];
      };
      personal_requests: {
        Row: {
          after: NonNullable<Json>;
          answer: string | null;
          before: NonNullable<Json>;
          closed_at: string | null;
          closed_by: string | null;
          contact_id: string | null;
          created_at: string;
          due_on: string | null;
          email: string;
          id: string;
          kind: Database['public']['Enums']['personal_request_kind'];
        };
        ComputedFields: never;
        Insert: {
          after?: NonNullable<Json>;
          answer?: string | null;
          before?: NonNullable<Json>;
          closed_at?: string | null;
          closed_by?: string | null;
          contact_id?: string | null;
          created_at?: string;
          due_on?: string | null;
          email: string;
          id?: string;
          kind: Database['public']['Enums']['personal_request_kind'];
        };
        Update: {
          after?: NonNullable<Json>;
          answer?: string | null;
          before?: NonNullable<Json>;
          closed_at?: string | null;
          closed_by?: string | null;
          contact_id?: string | null;
          created_at?: string;
          due_on?: string | null;
          email?: string;
          id?: string;
          kind?: Database['public']['Enums']['personal_request_kind'];
        };
        Relationships: [
          {
            foreignKeyName: 'personal_requests_contact_id_fkey';
            columns: ['contact_id'];
            isOneToOne: false;
            referencedRelation: 'contacts';
            referencedColumns: ['id'];
          },
        ];
      };
      postponed_items: {
        Row: {
          created_at: string;
          kind: string;
          postponed_by: string | null;
          record_id: string;
          until: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          kind: string;
          postponed_by?: string | null;
          record_id: string;
          until: string;
        };
        Update: {
          created_at?: string;
          kind?: string;
          postponed_by?: string | null;
          record_id?: string;
          until?: string;
        };
        Relationships: [];
      };
      privacy_register: {
        Row: {
          created_at: string;
          detail: NonNullable<Json>;
          id: string;
          kind: Database['public']['Enums']['privacy_register_kind'];
          recorded_by: string | null;
          subject_hash: string | null;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          detail?: NonNullable<Json>;
          id?: string;
          kind: Database['public']['Enums']['privacy_register_kind'];
          recorded_by?: string | null;
          subject_hash?: string | null;
        };
        Update: {
          created_at?: string;
          detail?: NonNullable<Json>;
          id?: string;
          kind?: Database['public']['Enums']['privacy_register_kind'];
          recorded_by?: string | null;
          subject_hash?: string | null;
        };
        Relationships: [];
      };
      prospect_generations: {
        Row: {
          added: number;
          finished_at: string | null;
          found: number;
          id: string;
          lease_expires_at: string;
          message: string | null;
          started_at: string;
          status: Database['public']['Enums']['generation_status'];
          step: Database['public']['Enums']['generation_step'];
          trip_plan_id: string;
        };
        ComputedFields: never;
        Insert: {
          added?: number;
          finished_at?: string | null;
          found?: number;
          id?: string;
          lease_expires_at?: string;
          message?: string | null;
          started_at?: string;
          status?: Database['public']['Enums']['generation_status'];
          step?: Database['public']['Enums']['generation_step'];
          trip_plan_id: string;
        };
        Update: {
          added?: number;
          finished_at?: string | null;
          found?: number;
          id?: string;
          lease_expires_at?: string;
          message?: string | null;
          started_at?: string;
          status?: Database['public']['Enums']['generation_status'];
          step?: Database['public']['Enums']['generation_step'];
          trip_plan_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'prospect_generations_trip_plan_id_fkey';
            columns: ['trip_plan_id'];
            isOneToOne: false;
            referencedRelation: 'trip_plans';
            referencedColumns: ['id'];
          },
        ];
      };
      publications: {
        Row: {
          asked_at: string;
          asked_by: string | null;
          attempts: number;
          changed_at: string;
          due_at: string;
          finished_at: string | null;
          id: string;
          reason: string | null;
          started_at: string | null;
          state: Database['public']['Enums']['publication_state'];
        };
        ComputedFields: never;
        Insert: {
          asked_at?: string;
          asked_by?: string | null;
          attempts?: number;
          changed_at?: string;
          due_at?: string;
          finished_at?: string | null;
          id?: string;
          reason?: string | null;
          started_at?: string | null;
          state: Database['public']['Enums']['publication_state'];
        };
        Update: {
          asked_at?: string;
          asked_by?: string | null;
          attempts?: number;
          changed_at?: string;
          due_at?: string;
          finished_at?: string | null;
          id?: string;
          reason?: string | null;
          started_at?: string | null;
          state?: Database['public']['Enums']['publication_state'];
        };
        Relationships: [];
      };
      quote_acceptances: {
        Row: {
          accepted_at: string;
          authority: Database['public']['Enums']['acceptance_authority'];
          code_hash: string | null;
          code_sent_at: string | null;
          code_sent_to: string | null;
          id: string;
          job_title: string;
          method: Database['public']['Enums']['acceptance_method'];
          name: string;
          network_address: string | null;
          pdf_sha256: string;
          purchase_order: string | null;
          quote_id: string;
          recorded_by: string | null;
          recorded_reason: string | null;
          resolution_date: string | null;
          resolution_number: string | null;
          resolution_path: string | null;
          reversed_at: string | null;
          reversed_by: string | null;
          reversed_reason: string | null;
        };
        ComputedFields: never;
        Insert: {
          accepted_at?: string;
          authority: Database['public']['Enums']['acceptance_authority'];
          code_hash?: string | null;
          code_sent_at?: string | null;
          code_sent_to?: string | null;
          id?: string;
          job_title: string;
          method: Database['public']['Enums']['acceptance_method'];
          name: string;
          network_address?: string | null;
          pdf_sha256?: string;
          purchase_order?: string | null;
          quote_id: string;
          recorded_by?: string | null;
          recorded_reason?: string | null;
          resolution_date?: string | null;
          resolution_number?: string | null;
          resolution_path?: string | null;
          reversed_at?: string | null;
          reversed_by?: string | null;
          reversed_reason?: string | null;
        };
        Update: {
          accepted_at?: string;
          authority?: Database['public']['Enums']['acceptance_authority'];
          code_hash?: string | null;
          code_sent_at?: string | null;
          code_sent_to?: string | null;
          id?: string;
          job_title?: string;
          method?: Database['public']['Enums']['acceptance_method'];
          name?: string;
          network_address?: string | null;
          pdf_sha256?: string;
          purchase_order?: string | null;
          quote_id?: string;
          recorded_by?: string | null;
          recorded_reason?: string | null;
          resolution_date?: string | null;
          resolution_number?: string | null;
          resolution_path?: string | null;
          reversed_at?: string | null;
          reversed_by?: string | null;
          reversed_reason?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'quote_acceptances_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'quotes';
            referencedColumns: ['id'];
          },
        ];
      };
      quote_events: {
        Row: {
          body: string;
          created_at: string;
          id: string;
          kind: Database['public']['Enums']['quote_event_kind'];
          quote_id: string;
          recorded_by: string | null;
        };
        ComputedFields: never;
        Insert: {
          body?: string;
          created_at?: string;
          id?: string;
          kind?: Database['public']['Enums']['quote_event_kind'];
          quote_id: string;
          recorded_by?: string | null;
        };
        Update: {
          body?: string;
          created_at?: string;
          id?: string;
          kind?: Database['public']['Enums']['quote_event_kind'];
          quote_id?: string;
          recorded_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'quote_events_quote_id_fkey';
            columns: ['quote_id'];
            isOneToOne: false;
            referencedRelation: 'quotes';
            referencedColumns: ['id'];
          },
        ];
      };
      quote_requests: {
        Row: {
          anonymised_at: string | null;
          answered_at: string | null;
          answered_before: string | null;
          contact_id: string | null;
          contact_name: string;
          created_at: string;
          email: string;
          expected_amount_cents: number | null;
          id: string;
          marketing_consent_version: string | null;
          message: string | null;
          organization_name: string;
          organization_type: Database['public']['Enums']['organization_type'];
          outcome: Database['public']['Enums']['request_outcome'] | null;
          outcome_note: string | null;
          outcome_reason: Database['public']['Enums']['request_outcome_reason'] | null;
          phone: string | null;
          reopened_at: string | null;
          service_type: Database['public']['Enums']['service_type'];
          status: Database['public']['Enums']['request_status'];
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          anonymised_at?: string | null;
          answered_at?: string | null;
          answered_before?: string | null;
          contact_id?: string | null;
          contact_name: string;
          created_at?: string;
          email: string;
          expected_amount_cents?: number | null;
          id?: string;
          marketing_consent_version?: string | null;
          message?: string | null;
          organization_name: string;
          organization_type: Database['public']['Enums']['organization_type'];
          outcome?: Database['public']['Enums']['request_outcome'] | null;
          outcome_note?: string | null;
          outcome_reason?: Database['public']['Enums']['request_outcome_reason'] | null;
          phone?: string | null;
          reopened_at?: string | null;
          service_type: Database['public']['Enums']['service_type'];
          status?: Database['public']['Enums']['request_status'];
          updated_at?: string;
        };
        Update: {
          anonymised_at?: string | null;
          answered_at?: string | null;
          answered_before?: string | null;
          contact_id?: string | null;
          contact_name?: string;
          created_at?: string;
          email?: string;
          expected_amount_cents?: number | null;
          id?: string;
          marketing_consent_version?: string | null;
          message?: string | null;
          organization_name?: string;
          organization_type?: Database['public']['Enums']['organization_type'];
          outcome?: Database['public']['Enums']['request_outcome'] | null;
          outcome_note?: string | null;
          outcome_reason?: Database['public']['Enums']['request_outcome_reason'] | null;
          phone?: string | null;
          reopened_at?: string | null;
          service_type?: Database['public']['Enums']['service_type'];
          status?: Database['public']['Enums']['request_status'];
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'quote_requests_contact_id_fkey';
            columns: ['contact_id'];
            isOneToOne: false;
            referencedRelation: 'contacts';
            referencedColumns: ['id'];
          },
        ];
      };
      quote_services: {
        Row: {
          created_at: string;
          description: string;
          estimate_basis: Database['public']['Enums']['estimate_basis'] | null;
          estimate_kinds: string[];
          estimate_margin: number;
          id: string;
          name: string;
          site_service: Database['public']['Enums']['site_service'] | null;
          unit: string;
          unit_price_cents: number;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          description?: string;
          estimate_basis?: Database['public']['Enums']['estimate_basis'] | null;
          estimate_kinds?: string[];
          estimate_margin?: number;
          id?: string;
          name: string;
          site_service?: Database['public']['Enums']['site_service'] | null;
          unit?: string;
          unit_price_cents?: number;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          description?: string;
          estimate_basis?: Database['public']['Enums']['estimate_basis'] | null;
          estimate_kinds?: string[];
          estimate_margin?: number;
          id?: string;
          name?: string;
          site_service?: Database['public']['Enums']['site_service'] | null;
          unit?: string;
          unit_price_cents?: number;
          updated_at?: string;
        };
        Relationships: [];
      };
      quote_templates: {
        Row: {
          created_at: string;
          delivery: string;
          id: string;
          lines: NonNullable<Json>;
          name: string;
          notes: string;
          subject: string;
          terms: string;
          updated_at: string;
          validity_days: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          delivery?: string;
          id?: string;
          lines?: NonNullable<Json>;
          name: string;
          notes?: string;
          subject?: string;
          terms?: string;
          updated_at?: string;
          validity_days?: number;
        };
        Update: {
          created_at?: string;
          delivery?: string;
          id?: string;
          lines?: NonNullable<Json>;
          name?: string;
          notes?: string;
          subject?: string;
          terms?: string;
          updated_at?: string;
          validity_days?: number;
        };
        Relationships: [];
      };
      quotes: {
        Row: {
          accepts_by: Database['public']['Enums']['quote_decider'] | null;
          address: string;
          anonymised_at: string | null;
          closed_at: string | null;
          contact_id: string | null;
          contact_name: string;
          contact_title: string;
          created_at: string;
          created_by: string | null;
          delivery: string;
          discount_kind: Database['public']['Enums']['discount_kind'];
          discount_label: string;
          discount_value: number;
          email: string;
          id: string;
          lines: NonNullable<Json>;
          lobbying_ground: Database['public']['Enums']['lobbying_ground'] | null;
          lobbying_reference: string | null;
          notes: string;
          number: string | null;
          organization_name: string;
          phone: string;
          request_id: string | null;
          revision: number;
          sent_at: string | null;
          sequence: number | null;
          snapshot: Json | null;
          status: Database['public']['Enums']['quote_status'];
          subject: string;
          tax_status: Database['public']['Enums']['tax_status'];
          terms: string;
          total_cents: number;
          totals: NonNullable<Json>;
          trip_plan_id: string | null;
          updated_at: string;
          valid_until: string;
          year: number | null;
        };
        ComputedFields: never;
        Insert: {
          accepts_by?: Database['public']['Enums']['quote_decider'] | null;
          address?: string;
          anonymised_at?: string | null;
          closed_at?: string | null;
          contact_id?: string | null;
          contact_name?: string;
          contact_title?: string;
          created_at?: string;
          created_by?: string | null;
          delivery?: string;
          discount_kind?: Database['public']['Enums']['discount_kind'];
          discount_label?: string;
          discount_value?: number;
          email?: string;
          id?: string;
          lines?: NonNullable<Json>;
          lobbying_ground?: Database['public']['Enums']['lobbying_ground'] | null;
          lobbying_reference?: string | null;
          notes?: string;
          number?: never;
          organization_name: string;
          phone?: string;
          request_id?: string | null;
          revision?: number;
          sent_at?: string | null;
          sequence?: number | null;
          snapshot?: Json | null;
          status?: Database['public']['Enums']['quote_status'];
          subject?: string;
          tax_status?: Database['public']['Enums']['tax_status'];
          terms?: string;
          total_cents?: never;
          totals?: never;
          trip_plan_id?: string | null;
          updated_at?: string;
          valid_until?: string;
          year?: number | null;
        };
        Update: {
          accepts_by?: Database['public']['Enums']['quote_decider'] | null;
          address?: string;
          anonymised_at?: string | null;
          closed_at?: string | null;
          contact_id?: string | null;
          contact_name?: string;
          contact_title?: string;
          created_at?: string;
          created_by?: string | null;
          delivery?: string;
          discount_kind?: Database['public']['Enums']['discount_kind'];
          discount_label?: string;
          discount_value?: number;
          email?: string;
          id?: string;
          lines?: NonNullable<Json>;
          lobbying_ground?: Database['public']['Enums']['lobbying_ground'] | null;
          lobbying_reference?: string | null;
          notes?: string;
          number?: never;
          organization_name?: string;
          phone?: string;
          request_id?: string | null;
          revision?: number;
          sent_at?: string | null;
          sequence?: number | null;
          snapshot?: Json | null;
          status?: Database['public']['Enums']['quote_status'];
          subject?: string;
          tax_status?: Database['public']['Enums']['tax_status'];
          terms?: string;
          total_cents?: never;
          totals?: never;
          trip_plan_id?: string | null;
          updated_at?: string;
          valid_until?: string;
          year?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'quotes_contact_id_fkey';
            columns: ['contact_id'];
            isOneToOne: false;
            referencedRelation: 'contacts';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'quotes_request_id_fkey';
            columns: ['request_id'];
            isOneToOne: false;
            referencedRelation: 'quote_requests';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'quotes_trip_plan_id_fkey';
            columns: ['trip_plan_id'];
            isOneToOne: false;
            referencedRelation: 'trip_plans';
            referencedColumns: ['id'];
          },
        ];
      };
      request_events: {
        Row: {
          amount_cents: number | null;
          created_at: string;
          id: string;
          kind: Database['public']['Enums']['request_event_kind'];
          new_value: string | null;
          old_value: string | null;
          quote_request_id: string;
          reason: string | null;
          recorded_by: string | null;
        };
        ComputedFields: never;
        Insert: {
          amount_cents?: number | null;
          created_at?: string;
          id?: string;
          kind: Database['public']['Enums']['request_event_kind'];
          new_value?: string | null;
          old_value?: string | null;
          quote_request_id: string;
          reason?: string | null;
          recorded_by?: string | null;
        };
        Update: {
          amount_cents?: number | null;
          created_at?: string;
          id?: string;
          kind?: Database['public']['Enums']['request_event_kind'];
          new_value?: string | null;
          old_value?: string | null;
          quote_request_id?: string;
          reason?: string | null;
          recorded_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'request_events_quote_request_id_fkey';
            columns: ['quote_request_id'];
            isOneToOne: false;
            referencedRelation: 'quote_requests';
            referencedColumns: ['id'];
          },
        ];
      };
      request_notes: {
        Row: {
          body: string;
          created_at: string;
          id: string;
          kind: Database['public']['Enums']['request_note_kind'];
          quote_request_id: string;
          recorded_by: string | null;
        };
        ComputedFields: never;
        Insert: {
          body: string;
          created_at?: string;
          id?: string;
          kind?: Database['public']['Enums']['request_note_kind'];
          quote_request_id: string;
          recorded_by?: string | null;
        };
        Update: {
          body?: string;
          created_at?: string;
          id?: string;
          kind?: Database['public']['Enums']['request_note_kind'];
          quote_request_id?: string;
          recorded_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'request_notes_quote_request_id_fkey';
            columns: ['quote_request_id'];
            isOneToOne: false;
            referencedRelation: 'quote_requests';
            referencedColumns: ['id'];
          },
        ];
      };
      retention_settings: {
        Row: {
          id: number;
          quote_requests_months: number | null;
          rejected_prospects_months: number | null;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          id: number;
          quote_requests_months?: number | null;
          rejected_prospects_months?: number | null;
          updated_at?: string;
        };
        Update: {
          id?: number;
          quote_requests_months?: number | null;
          rejected_prospects_months?: number | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      saved_views: {
        Row: {
          created_at: string;
          created_by: string | null;
          id: string;
          list: Database['public']['Enums']['saved_view_list'];
          name: string;
          parameters: string;
          position: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          created_by?: string | null;
          id?: string;
          list: Database['public']['Enums']['saved_view_list'];
          name: string;
          parameters: string;
          position: number;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          id?: string;
          list?: Database['public']['Enums']['saved_view_list'];
          name?: string;
          parameters?: string;
          position?: number;
        };
        Relationships: [];
      };
      seal_requests: {
        Row: {
          attempts: number;
          authority: string;
          last_error: string | null;
          next_attempt: string | null;
          seal_id: string;
        };
        ComputedFields: never;
        Insert: {
          attempts?: number;
          authority: string;
          last_error?: string | null;
          next_attempt?: string | null;
          seal_id: string;
        };
        Update: {
          attempts?: number;
          authority?: string;
          last_error?: string | null;
          next_attempt?: string | null;
          seal_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'seal_requests_seal_id_fkey';
            columns: ['seal_id'];
            isOneToOne: false;
            referencedRelation: 'survey_seals';
            referencedColumns: ['id'];
          },
        ];
      };
      seal_tokens: {
        Row: {
          authority: string;
          created_at: string;
          gen_time: string;
          id: string;
          seal_id: string;
          serial: string;
          token: string;
        };
        ComputedFields: never;
        Insert: {
          authority: string;
          created_at?: string;
          gen_time: string;
          id?: string;
          seal_id: string;
          serial: string;
          token: string;
        };
        Update: {
          authority?: string;
          created_at?: string;
          gen_time?: string;
          id?: string;
          seal_id?: string;
          serial?: string;
          token?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'seal_tokens_seal_id_fkey';
            columns: ['seal_id'];
            isOneToOne: false;
            referencedRelation: 'survey_seals';
            referencedColumns: ['id'];
          },
        ];
      };
      sending_holds: {
        Row: {
          copied_at: string | null;
          found_by: Database['public']['Enums']['hold_origin'];
          held_at: string;
          id: string;
          is_compared: boolean;
          lifted_at: string | null;
          lifted_by: string | null;
          refusals_found: number | null;
        };
        ComputedFields: never;
        Insert: {
          copied_at?: string | null;
          found_by: Database['public']['Enums']['hold_origin'];
          held_at?: string;
          id?: string;
          is_compared?: boolean;
          lifted_at?: string | null;
          lifted_by?: string | null;
          refusals_found?: number | null;
        };
        Update: {
          copied_at?: string | null;
          found_by?: Database['public']['Enums']['hold_origin'];
          held_at?: string;
          id?: string;
          is_compared?: boolean;
          lifted_at?: string | null;
          lifted_by?: string | null;
          refusals_found?: number | null;
        };
        Relationships: [];
      };
      sending_settings: {
        Row: {
          campaign_gap_days: number;
          daily_cap: number;
          id: number;
          inbound_domain: string;
          mandate_from: string | null;
          mandate_number: string;
          mandate_until: string | null;
          quiet_end: string | null;
          quiet_start: string | null;
          sender_signatures: NonNullable<Json>;
          updated_at: string;
          verified_senders: string[];
          warms_up: boolean;
        };
        ComputedFields: never;
        Insert: {
          campaign_gap_days?: number;
          daily_cap?: number;
          id: number;
          inbound_domain?: string;
          mandate_from?: string | null;
          mandate_number?: string;
          mandate_until?: string | null;
          quiet_end?: string | null;
          quiet_start?: string | null;
          sender_signatures?: NonNullable<Json>;
          updated_at?: string;
          verified_senders?: string[];
          warms_up?: boolean;
        };
        Update: {
          campaign_gap_days?: number;
          daily_cap?: number;
          id?: number;
          inbound_domain?: string;
          mandate_from?: string | null;
          mandate_number?: string;
          mandate_until?: string | null;
          quiet_end?: string | null;
          quiet_start?: string | null;
          sender_signatures?: NonNullable<Json>;
          updated_at?: string;
          verified_senders?: string[];
          warms_up?: boolean;
        };
        Relationships: [];
      };
      studio: {
        Row: {
          bank_details: string;
          contact_email: string;
          contact_phone: string;
          id: number;
          legal_name: string;
          logo_path: string | null;
          neq: string;
          postal_address: string;
          sender_name: string;
          setup_skipped: string[];
          tax_registered: boolean | null;
          tps_number: string;
          tvq_number: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          bank_details?: string;
          contact_email?: string;
          contact_phone?: string;
          id: number;
          legal_name?: string;
          logo_path?: string | null;
          neq?: string;
          postal_address?: string;
          sender_name?: string;
          setup_skipped?: string[];
          tax_registered?: boolean | null;
          tps_number?: string;
          tvq_number?: string;
          updated_at?: string;
        };
        Update: {
          bank_details?: string;
          contact_email?: string;
          contact_phone?: string;
          id?: number;
          legal_name?: string;
          logo_path?: string | null;
          neq?: string;
          postal_address?: string;
          sender_name?: string;
          setup_skipped?: string[];
          tax_registered?: boolean | null;
          tps_number?: string;
          tvq_number?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      studio_profile: {
        Row: {
          about: string;
          capture_time: string;
          delivery_formats: string;
          hosted_in_quebec: boolean;
          id: number;
          insurance_amount_cents: number | null;
          insurance_number: string;
          insurance_until: string | null;
          insurer: string;
          picture_rights: string;
          planning_time: string;
          privacy_practice: string;
          processing_time: string;
          publication_time: string;
          shows_prices: boolean;
          team: string;
          territory: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          about?: string;
          capture_time?: string;
          delivery_formats?: string;
          hosted_in_quebec?: boolean;
          id: number;
          insurance_amount_cents?: number | null;
          insurance_number?: string;
          insurance_until?: string | null;
          insurer?: string;
          picture_rights?: string;
          planning_time?: string;
          privacy_practice?: string;
          processing_time?: string;
          publication_time?: string;
          shows_prices?: boolean;
          team?: string;
          territory?: string;
          updated_at?: string;
        };
        Update: {
          about?: string;
          capture_time?: string;
          delivery_formats?: string;
          hosted_in_quebec?: boolean;
          id?: number;
          insurance_amount_cents?: number | null;
          insurance_number?: string;
          insurance_until?: string | null;
          insurer?: string;
          picture_rights?: string;
          planning_time?: string;
          privacy_practice?: string;
          processing_time?: string;
          publication_time?: string;
          shows_prices?: boolean;
          team?: string;
          territory?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      suggested_prospects: {
        Row: {
          ai_reasoning: string | null;
          city: string;
          company: string;
          contact_id: string | null;
          created_at: string;
          crossing: string | null;
          distance_km: number | null;
          email: string | null;
          email_found_at: string | null;
          email_source_url: string | null;
          external_id: string | null;
          id: string;
          latitude: number | null;
          longitude: number | null;
          name: string | null;
          no_solicitation: boolean;
          origin: Database['public']['Enums']['prospect_origin'] | null;
          phone: string | null;
          phone_found_at: string | null;
          phone_source_url: string | null;
          region: string;
          road_km: number | null;
          road_minutes: number | null;
          score: number | null;
          sector: Database['public']['Enums']['sector'];
          source_url: string | null;
          status: Database['public']['Enums']['prospect_status'];
          trip_plan_id: string;
          updated_at: string;
          website: string | null;
          website_found_at: string | null;
          website_source_url: string | null;
        };
        ComputedFields: never;
        Insert: {
          ai_reasoning?: string | null;
          city: string;
          company: string;
          contact_id?: string | null;
          created_at?: string;
          crossing?: string | null;
          distance_km?: number | null;
          email?: string | null;
          email_found_at?: string | null;
          email_source_url?: string | null;
          external_id?: string | null;
          id?: string;
          latitude?: number | null;
          longitude?: number | null;
          name?: string | null;
          no_solicitation?: boolean;
          origin?: Database['public']['Enums']['prospect_origin'] | null;
          phone?: string | null;
          phone_found_at?: string | null;
          phone_source_url?: string | null;
          region: string;
          road_km?: number | null;
          road_minutes?: number | null;
          score?: number | null;
          sector?: Database['public']['Enums']['sector'];
          source_url?: string | null;
          status?: Database['public']['Enums']['prospect_status'];
          trip_plan_id: string;
          updated_at?: string;
          website?: string | null;
          website_found_at?: string | null;
          website_source_url?: string | null;
        };
        Update: {
          ai_reasoning?: string | null;
          city?: string;
          company?: string;
          contact_id?: string | null;
          created_at?: string;
          crossing?: string | null;
          distance_km?: number | null;
          email?: string | null;
          email_found_at?: string | null;
          email_source_url?: string | null;
          external_id?: string | null;
          id?: string;
          latitude?: number | null;
          longitude?: number | null;
          name?: string | null;
          no_solicitation?: boolean;
          origin?: Database['public']['Enums']['prospect_origin'] | null;
          phone?: string | null;
          phone_found_at?: string | null;
          phone_source_url?: string | null;
          region?: string;
          road_km?: number | null;
          road_minutes?: number | null;
          score?: number | null;
          sector?: Database['public']['Enums']['sector'];
          source_url?: string | null;
          status?: Database['public']['Enums']['prospect_status'];
          trip_plan_id?: string;
          updated_at?: string;
          website?: string | null;
          website_found_at?: string | null;
          website_source_url?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'suggested_prospects_contact_id_fkey';
            columns: ['contact_id'];
            isOneToOne: false;
            referencedRelation: 'contacts';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'suggested_prospects_trip_plan_id_fkey';
            columns: ['trip_plan_id'];
            isOneToOne: false;
            referencedRelation: 'trip_plans';
            referencedColumns: ['id'];
          },
        ];
      };
      suppression_lifts: {
        Row: {
          consent_event_id: string | null;
          created_at: string;
          email_hash: string;
          id: string;
          reason: string;
          recorded_by: string | null;
        };
        ComputedFields: never;
        Insert: {
          consent_event_id?: string | null;
          created_at?: string;
          email_hash: string;
          id?: string;
          reason: string;
          recorded_by?: string | null;
        };
        Update: {
          consent_event_id?: string | null;
          created_at?: string;
          email_hash?: string;
          id?: string;
          reason?: string;
          recorded_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'suppression_lifts_consent_event_id_fkey';
            columns: ['consent_event_id'];
            isOneToOne: false;
            referencedRelation: 'consent_events';
            referencedColumns: ['id'];
          },
        ];
      };
      suppressions: {
        Row: {
          created_at: string;
          email_hash: string;
          id: string;
          key_fingerprint: string;
          reason: Database['public']['Enums']['suppression_reason'];
          recorded_by: string | null;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          email_hash: string;
          id?: string;
          key_fingerprint?: string;
          reason: Database['public']['Enums']['suppression_reason'];
          recorded_by?: string | null;
        };
        Update: {
          created_at?: string;
          email_hash?: string;
          id?: string;
          key_fingerprint?: string;
          reason?: Database['public']['Enums']['suppression_reason'];
          recorded_by?: string | null;
        };
        Relationships: [];
      };
      survey_findings: {
        Row: {
          created_at: string;
          height: number;
          id: string;
          kind: string;
          note: string;
          pair_id: string;
          pitch: number;
          user_id: string | null;
          width: number;
          yaw: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          height: number;
          id?: string;
          kind: string;
          note?: string;
          pair_id: string;
          pitch: number;
          user_id?: string | null;
          width: number;
          yaw: number;
        };
        Update: {
          created_at?: string;
          height?: number;
          id?: string;
          kind?: string;
          note?: string;
          pair_id?: string;
          pitch?: number;
          user_id?: string | null;
          width?: number;
          yaw?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'survey_findings_pair_id_fkey';
            columns: ['pair_id'];
            isOneToOne: false;
            referencedRelation: 'survey_pairs';
            referencedColumns: ['id'];
          },
        ];
      };
      survey_pairs: {
        Row: {
          after_picture: string;
          before_picture: string;
          created_at: string;
          id: string;
          note: string;
          state: Database['public']['Enums']['survey_pair_state'];
          turn: number;
          turn_source: Database['public']['Enums']['survey_heading_source'];
        };
        ComputedFields: never;
        Insert: {
          after_picture: string;
          before_picture: string;
          created_at?: string;
          id?: string;
          note?: string;
          state?: Database['public']['Enums']['survey_pair_state'];
          turn?: number;
          turn_source?: Database['public']['Enums']['survey_heading_source'];
        };
        Update: {
          after_picture?: string;
          before_picture?: string;
          created_at?: string;
          id?: string;
          note?: string;
          state?: Database['public']['Enums']['survey_pair_state'];
          turn?: number;
          turn_source?: Database['public']['Enums']['survey_heading_source'];
        };
        Relationships: [
          {
            foreignKeyName: 'survey_pairs_after_picture_fkey';
            columns: ['after_picture'];
            isOneToOne: false;
            referencedRelation: 'survey_pictures';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'survey_pairs_before_picture_fkey';
            columns: ['before_picture'];
            isOneToOne: false;
            referencedRelation: 'survey_pictures';
            referencedColumns: ['id'];
          },
        ];
      };
      survey_pictures: {
        Row: {
          blurs: NonNullable<Json>;
          camera_heading: number | null;
          camera_heading_reference: Database['public']['Enums']['survey_heading_reference'] | null;
          camera_lat: number | null;
          camera_lon: number | null;
          camera_time: string | null;
          camera_time_tag: Database['public']['Enums']['survey_time_tag'] | null;
          camera_wall: string | null;
          camera_zone: string | null;
          camera_zone_tag: Database['public']['Enums']['survey_zone_tag'] | null;
          created_at: string;
          file_bytes: number;
          file_modified: string | null;
          file_name: string;
          heading: number | null;
          heading_source: Database['public']['Enums']['survey_heading_source'] | null;
          height: number | null;
          id: string;
          is_reviewed: boolean;
          lat: number | null;
          left_out: Database['public']['Enums']['survey_left_out'] | null;
          lon: number | null;
          number: number | null;
          place_source: Database['public']['Enums']['survey_place_source'] | null;
          preview: string | null;
          proposals: NonNullable<Json>;
          published_file: string | null;
          searched_by: string | null;
          sequence: number | null;
          sha256: string | null;
          survey_id: string;
          taken_at: string | null;
          tiles: string | null;
          time_source: Database['public']['Enums']['survey_time_source'] | null;
          width: number | null;
        };
        ComputedFields: never;
        Insert: {
          blurs?: NonNullable<Json>;
          camera_heading?: number | null;
          camera_heading_reference?: Database['public']['Enums']['survey_heading_reference'] | null;
          camera_lat?: number | null;
          camera_lon?: number | null;
          camera_time?: string | null;
          camera_time_tag?: Database['public']['Enums']['survey_time_tag'] | null;
          camera_wall?: string | null;
          camera_zone?: string | null;
          camera_zone_tag?: Database['public']['Enums']['survey_zone_tag'] | null;
          created_at?: string;
          file_bytes: number;
          file_modified?: string | null;
          file_name: string;
          heading?: number | null;
          heading_source?: Database['public']['Enums']['survey_heading_source'] | null;
          height?: number | null;
          id?: string;
          is_reviewed?: never;
          lat?: number | null;
          left_out?: Database['public']['Enums']['survey_left_out'] | null;
          lon?: number | null;
          number?: number | null;
          place_source?: Database['public']['Enums']['survey_place_source'] | null;
          preview?: string | null;
          proposals?: NonNullable<Json>;
          published_file?: string | null;
          searched_by?: string | null;
          sequence?: number | null;
          sha256?: string | null;
          survey_id: string;
          taken_at?: string | null;
          tiles?: string | null;
          time_source?: Database['public']['Enums']['survey_time_source'] | null;
          width?: number | null;
        };
        Update: {
          blurs?: NonNullable<Json>;
          camera_heading?: number | null;
          camera_heading_reference?: Database['public']['Enums']['survey_heading_reference'] | null;
          camera_lat?: number | null;
          camera_lon?: number | null;
          camera_time?: string | null;
          camera_time_tag?: Database['public']['Enums']['survey_time_tag'] | null;
          camera_wall?: string | null;
          camera_zone?: string | null;
          camera_zone_tag?: Database['public']['Enums']['survey_zone_tag'] | null;
          created_at?: string;
          file_bytes?: number;
          file_modified?: string | null;
          file_name?: string;
          heading?: number | null;
          heading_source?: Database['public']['Enums']['survey_heading_source'] | null;
          height?: number | null;
          id?: string;
          is_reviewed?: never;
          lat?: number | null;
          left_out?: Database['public']['Enums']['survey_left_out'] | null;
          lon?: number | null;
          number?: number | null;
          place_source?: Database['public']['Enums']['survey_place_source'] | null;
          preview?: string | null;
          proposals?: NonNullable<Json>;
          published_file?: string | null;
          searched_by?: string | null;
          sequence?: number | null;
          sha256?: string | null;
          survey_id?: string;
          taken_at?: string | null;
          tiles?: string | null;
          time_source?: Database['public']['Enums']['survey_time_source'] | null;
          width?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'survey_pictures_survey_id_fkey';
            columns: ['survey_id'];
            isOneToOne: false;
            referencedRelation: 'surveys';
            referencedColumns: ['id'];
          },
        ];
      };
      survey_seals: {
        Row: {
          bytes: number;
          id: string;
          manifest: string;
          manifest_sha256: string;
          merkle_root: string;
          pictures: number;
          sealed_at: string;
          sealed_by: string | null;
          survey_id: string;
        };
        ComputedFields: never;
        Insert: {
          bytes: number;
          id?: string;
          manifest: string;
          manifest_sha256: string;
          merkle_root: string;
          pictures: number;
          sealed_at?: string;
          sealed_by?: string | null;
          survey_id: string;
        };
        Update: {
          bytes?: number;
          id?: string;
          manifest?: string;
          manifest_sha256?: string;
          merkle_root?: string;
          pictures?: number;
          sealed_at?: string;
          sealed_by?: string | null;
          survey_id?: string;
        };
        Relationships: [];
      };
      survey_tracks: {
        Row: {
          created_at: string;
          id: string;
          name: string;
          points: NonNullable<Json>;
          survey_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          name: string;
          points: NonNullable<Json>;
          survey_id: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          name?: string;
          points?: NonNullable<Json>;
          survey_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'survey_tracks_survey_id_fkey';
            columns: ['survey_id'];
            isOneToOne: false;
            referencedRelation: 'surveys';
            referencedColumns: ['id'];
          },
        ];
      };
      surveys: {
        Row: {
          captured_on: string | null;
          city: string | null;
          client_name: string | null;
          clock_basis: Database['public']['Enums']['survey_clock_basis'] | null;
          clock_offset_ms: number | null;
          clock_parts: NonNullable<Json>;
          compared_with: string | null;
          created_at: string;
          delivered_on: string | null;
          id: string;
          name: string;
          ordered_source: string | null;
          ordered_streets: NonNullable<Json>;
          published_at: string | null;
          region: string | null;
          slug: string | null;
          trip_plan_id: string | null;
          updated_at: string;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          captured_on?: string | null;
          city?: string | null;
          client_name?: string | null;
          clock_basis?: Database['public']['Enums']['survey_clock_basis'] | null;
          clock_offset_ms?: number | null;
          clock_parts?: NonNullable<Json>;
          compared_with?: string | null;
          created_at?: string;
          delivered_on?: string | null;
          id?: string;
          name: string;
          ordered_source?: string | null;
          ordered_streets?: NonNullable<Json>;
          published_at?: string | null;
          region?: string | null;
          slug?: string | null;
          trip_plan_id?: string | null;
          updated_at?: string;
          user_id?: string | null;
        };
        Update: {
          captured_on?: string | null;
          city?: string | null;
          client_name?: string | null;
          clock_basis?: Database['public']['Enums']['survey_clock_basis'] | null;
          clock_offset_ms?: number | null;
          clock_parts?: NonNullable<Json>;
          compared_with?: string | null;
          created_at?: string;
          delivered_on?: string | null;
          id?: string;
          name?: string;
          ordered_source?: string | null;
          ordered_streets?: NonNullable<Json>;
          published_at?: string | null;
          region?: string | null;
          slug?: string | null;
          trip_plan_id?: string | null;
          updated_at?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'surveys_compared_with_fkey';
            columns: ['compared_with'];
            isOneToOne: false;
            referencedRelation: 'surveys';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'surveys_trip_plan_id_fkey';
            columns: ['trip_plan_id'];
            isOneToOne: false;
            referencedRelation: 'trip_plans';
            referencedColumns: ['id'];
          },
        ];
      };
      tags: {
        Row: {
          color: string;
          created_at: string;
          display_order: number;
          icon: string | null;
          id: string;
          name: string;
          slug: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          color?: string;
          created_at?: string;
          display_order?: number;
          icon?: string | null;
          id?: string;
          name: string;
          slug: string;
          updated_at?: string;
        };
        Update: {
          color?: string;
          created_at?: string;
          display_order?: number;
          icon?: string | null;
          id?: string;
          name?: string;
          slug?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      tender_settings: {
        Row: {
          id: number;
          phrases: string[];
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          id: number;
          phrases?: string[];
          updated_at?: string;
        };
        Update: {
          id?: number;
          phrases?: string[];
          updated_at?: string;
        };
        Relationships: [];
      };
      tender_signals: {
        Row: {
          buyer: string;
          closes_at: string | null;
          created_at: string;
          dismissed_at: string | null;
          ends_on: string | null;
          id: string;
          kind: Database['public']['Enums']['tender_signal_kind'];
          municipality_code: string | null;
          ocid: string;
          phrase: string;
          published_at: string;
          title: string;
          url: string | null;
        };
        ComputedFields: never;
        Insert: {
          buyer: string;
          closes_at?: string | null;
          created_at?: string;
          dismissed_at?: string | null;
          ends_on?: string | null;
          id?: string;
          kind: Database['public']['Enums']['tender_signal_kind'];
          municipality_code?: string | null;
          ocid: string;
          phrase: string;
          published_at: string;
          title: string;
          url?: string | null;
        };
        Update: {
          buyer?: string;
          closes_at?: string | null;
          created_at?: string;
          dismissed_at?: string | null;
          ends_on?: string | null;
          id?: string;
          kind?: Database['public']['Enums']['tender_signal_kind'];
          municipality_code?: string | null;
          ocid?: string;
          phrase?: string;
          published_at?: string;
          title?: string;
          url?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'tender_signals_municipality_code_fkey';
            columns: ['municipality_code'];
            isOneToOne: false;
            referencedRelation: 'municipalities';
            referencedColumns: ['code'];
          },
        ];
      };
      tender_weeks: {
        Row: {
          file_name: string;
          first_day: string;
          imported_at: string;
          kept: number;
          last_day: string;
          releases: number;
        };
        ComputedFields: never;
        Insert: {
          file_name: string;
          first_day: string;
          imported_at?: string;
          kept: number;
          last_day: string;
          releases: number;
        };
        Update: {
          file_name?: string;
          first_day?: string;
          imported_at?: string;
          kept?: number;
          last_day?: string;
          releases?: number;
        };
        Relationships: [];
      };
      testimonials: {
        Row: {
          created_at: string;
          id: string;
          is_shown: boolean;
          organization: string;
          person: string;
          position: number;
          quotation: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          is_shown?: boolean;
          organization: string;
          person?: string;
          position?: number;
          quotation?: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          is_shown?: boolean;
          organization?: string;
          person?: string;
          position?: number;
          quotation?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      tour_deliveries: {
        Row: {
          bytes: number;
          checksum: string;
          client: string;
          color: string;
          created_at: string;
          file_path: string | null;
          files: number;
          id: string;
          link_expires_at: string | null;
          panoramas: number;
          rights: string;
          tour_id: string;
          version: number;
          width: number;
        };
        ComputedFields: never;
        Insert: {
          bytes: number;
          checksum: string;
          client: string;
          color: string;
          created_at?: string;
          file_path?: string | null;
          files: number;
          id?: string;
          link_expires_at?: string | null;
          panoramas: number;
          rights: string;
          tour_id: string;
          version: number;
          width: number;
        };
        Update: {
          bytes?: number;
          checksum?: string;
          client?: string;
          color?: string;
          created_at?: string;
          file_path?: string | null;
          files?: number;
          id?: string;
          link_expires_at?: string | null;
          panoramas?: number;
          rights?: string;
          tour_id?: string;
          version?: number;
          width?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'tour_deliveries_tour_id_fkey';
            columns: ['tour_id'];
            isOneToOne: false;
            referencedRelation: 'virtual_tours';
            referencedColumns: ['id'];
          },
        ];
      };
      tour_link_checks: {
        Row: {
          checked_at: string;
          failures: number;
          reason: string | null;
          status: number | null;
          tour_id: string;
          url: string;
        };
        ComputedFields: never;
        Insert: {
          checked_at?: string;
          failures?: number;
          reason?: string | null;
          status?: number | null;
          tour_id: string;
          url: string;
        };
        Update: {
          checked_at?: string;
          failures?: number;
          reason?: string | null;
          status?: number | null;
          tour_id?: string;
          url?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'tour_link_checks_tour_id_fkey';
            columns: ['tour_id'];
            isOneToOne: true;
            referencedRelation: 'virtual_tours';
            referencedColumns: ['id'];
          },
        ];
      };
      tour_views: {
        Row: {
          day: string;
          tour_id: string;
          views: number;
        };
        ComputedFields: never;
        Insert: {
          day: string;
          tour_id: string;
          views?: number;
        };
        Update: {
          day?: string;
          tour_id?: string;
          views?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'tour_views_tour_id_fkey';
            columns: ['tour_id'];
            isOneToOne: false;
            referencedRelation: 'virtual_tours';
            referencedColumns: ['id'];
          },
        ];
      };
      trash: {
        Row: {
          deleted_at: string;
          deleted_by: string | null;
          id: string;
          kind: Database['public']['Enums']['trash_kind'];
          label: string;
          parts: NonNullable<Json>;
        };
        ComputedFields: never;
        Insert: {
          deleted_at?: string;
          deleted_by?: string | null;
          id: string;
          kind: Database['public']['Enums']['trash_kind'];
          label: string;
          parts?: NonNullable<Json>;
        };
        Update: {
          deleted_at?: string;
          deleted_by?: string | null;
          id?: string;
          kind?: Database['public']['Enums']['trash_kind'];
          label?: string;
          parts?: NonNullable<Json>;
        };
        Relationships: [];
      };
      trip_photos: {
        Row: {
          contact_id: string;
          created_at: string;
          id: string;
          recorded_by: string | null;
          taken_at: string;
          trip_plan_id: string;
        };
        ComputedFields: never;
        Insert: {
          contact_id: string;
          created_at?: string;
          id?: string;
          recorded_by?: string | null;
          taken_at: string;
          trip_plan_id: string;
        };
        Update: {
          contact_id?: string;
          created_at?: string;
          id?: string;
          recorded_by?: string | null;
          taken_at?: string;
          trip_plan_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'trip_photos_contact_id_fkey';
            columns: ['contact_id'];
            isOneToOne: false;
            referencedRelation: 'contacts';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'trip_photos_trip_plan_id_fkey';
            columns: ['trip_plan_id'];
            isOneToOne: false;
            referencedRelation: 'trip_plans';
            referencedColumns: ['id'];
          },
        ];
      };
      trip_plan_tags: {
        Row: {
          tag_id: string;
          trip_plan_id: string;
        };
        ComputedFields: never;
        Insert: {
          tag_id: string;
          trip_plan_id: string;
        };
        Update: {
          tag_id?: string;
          trip_plan_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'trip_plan_tags_tag_id_fkey';
            columns: ['tag_id'];
            isOneToOne: false;
            referencedRelation: 'tags';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'trip_plan_tags_trip_plan_id_fkey';
            columns: ['trip_plan_id'];
            isOneToOne: false;
            referencedRelation: 'trip_plans';
            referencedColumns: ['id'];
          },
        ];
      };
      trip_plans: {
        Row: {
          city: string;
          client_name: string | null;
          created_at: string;
          description: string | null;
          end_date: string;
          id: string;
          job_type: Database['public']['Enums']['trip_job_type'];
          latitude: number | null;
          longitude: number | null;
          municipality_code: string | null;
          radius_km: number;
          region: string;
          start_date: string;
          status: Database['public']['Enums']['trip_status'];
          stop_ids: string[];
          updated_at: string;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          city: string;
          client_name?: string | null;
          created_at?: string;
          description?: string | null;
          end_date: string;
          id?: string;
          job_type?: Database['public']['Enums']['trip_job_type'];
          latitude?: number | null;
          longitude?: number | null;
          municipality_code?: string | null;
          radius_km?: number;
          region: string;
          start_date: string;
          status?: Database['public']['Enums']['trip_status'];
          stop_ids?: string[];
          updated_at?: string;
          user_id?: string | null;
        };
        Update: {
          city?: string;
          client_name?: string | null;
          created_at?: string;
          description?: string | null;
          end_date?: string;
          id?: string;
          job_type?: Database['public']['Enums']['trip_job_type'];
          latitude?: number | null;
          longitude?: number | null;
          municipality_code?: string | null;
          radius_km?: number;
          region?: string;
          start_date?: string;
          status?: Database['public']['Enums']['trip_status'];
          stop_ids?: string[];
          updated_at?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'trip_plans_municipality_code_fkey';
            columns: ['municipality_code'];
            isOneToOne: false;
            referencedRelation: 'municipalities';
            referencedColumns: ['code'];
          },
        ];
      };
      user_roles: {
        Row: {
          created_at: string;
          role: Database['public']['Enums']['user_role'];
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          role: Database['public']['Enums']['user_role'];
          user_id: string;
        };
        Update: {
          created_at?: string;
          role?: Database['public']['Enums']['user_role'];
          user_id?: string;
        };
        Relationships: [];
      };
      virtual_tour_tags: {
        Row: {
          tag_id: string;
          tour_id: string;
        };
        ComputedFields: never;
        Insert: {
          tag_id: string;
          tour_id: string;
        };
        Update: {
          tag_id?: string;
          tour_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'virtual_tour_tags_tag_id_fkey';
            columns: ['tag_id'];
            isOneToOne: false;
            referencedRelation: 'tags';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'virtual_tour_tags_tour_id_fkey';
            columns: ['tour_id'];
            isOneToOne: false;
            referencedRelation: 'virtual_tours';
            referencedColumns: ['id'];
          },
        ];
      };
      virtual_tours: {
        Row: {
          captured_on: string | null;
          client_name: string | null;
          created_at: string;
          delivered: string | null;
          description: string | null;
          id: string;
          image_url: string | null;
          is_featured: boolean;
          location: string | null;
          need: string | null;
          panorama_count: number | null;
          panorama_url: string | null;
          result: string | null;
          slug: string;
          status: Database['public']['Enums']['tour_status'];
          title: string;
          updated_at: string;
          url: string | null;
          view_count: number;
        };
        ComputedFields: never;
        Insert: {
          captured_on?: string | null;
          client_name?: string | null;
          created_at?: string;
          delivered?: string | null;
          description?: string | null;
          id?: string;
          image_url?: string | null;
          is_featured?: boolean;
          location?: string | null;
          need?: string | null;
          panorama_count?: number | null;
          panorama_url?: string | null;
          result?: string | null;
          slug: string;
          status?: Database['public']['Enums']['tour_status'];
          title: string;
          updated_at?: string;
          url?: string | null;
          view_count?: number;
        };
        Update: {
          captured_on?: string | null;
          client_name?: string | null;
          created_at?: string;
          delivered?: string | null;
          description?: string | null;
          id?: string;
          image_url?: string | null;
          is_featured?: boolean;
          location?: string | null;
          need?: string | null;
          panorama_count?: number | null;
          panorama_url?: string | null;
          result?: string | null;
          slug?: string;
          status?: Database['public']['Enums']['tour_status'];
          title?: string;
          updated_at?: string;
          url?: string | null;
          view_count?: number;
        };
        Relationships: [];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      accept_all_prospects: { Args: { prospect_ids: string[]; trip_id: string }; Returns: number };
      accept_invitation: { Args: { token: string }; Returns: undefined };
      accept_prospect: { Args: { prospect_id: string }; Returns: string };
      accept_quote: { Args: { answer: Json; network_address: string; token: string }; Returns: Json };
      action_owners: {
        Args: Record<PropertyKey, never>;
        Returns: {
          email: string;
          id: string;
        }[];
      };
      anonymise_quote_requests: { Args: { ids: string[] }; Returns: number };
      answer_assistant: { Args: { arguments: Json; key: string; tool: string }; Returns: Json };
      answer_message: {
        Args: { message: string; reply: string; reply_body: string; reply_subject: string };
        Returns: string;
      };
      apply_provider_list: { Args: { entries: Json }; Returns: Json };
      apply_retention: { Args: Record<PropertyKey, never>; Returns: Json };
      archive_campaign: { Args: { archived: boolean; campaign: string }; Returns: undefined };
      ask_about_quote: { Args: { asker: string; question: string; token: string }; Returns: Json };
      ask_for_erasure: { Args: { network_address: string; token: string }; Returns: Json };
      assistant_drafts: { Args: Record<PropertyKey, never>; Returns: Json };
      assistant_keys: { Args: Record<PropertyKey, never>; Returns: Json };
      begin_message_reading: { Args: { provider: string }; Returns: string };
      billing_totals: { Args: { quote: string; share?: number }; Returns: Json };
      calendar_feed: { Args: { token: string }; Returns: Json };
      campaign_counts: { Args: { only_campaign?: string }; Returns: Json };
      campaign_feedback: { Args: { only_campaign?: string }; Returns: Json };
      campaign_followups: { Args: { campaign: string }; Returns: Json };
      campaign_refusals: { Args: Record<PropertyKey, never>; Returns: Json };
      campaigns_to_follow_up: { Args: Record<PropertyKey, never>; Returns: string[] };
      cancel_campaign: { Args: { campaign: string }; Returns: number };
      claim_due_notifications: {
        Args: { batch: number; same_key_is_safe: boolean };
        Returns: {
          answers: string;
          attachments: Json;
          body: string;
          campaign_id: string;
          digest: Json;
          earlier_messages: string[];
          email: string;
          id: string;
          invitation: Json;
          invoice: Json;
          issued_quote: Json;
          kind: Database['public']['Enums']['notification_kind'];
          lease_token: string;
          personal_link: Json;
          quote_request: Json;
          reply_to: string;
          subject: string;
        }[];
      };
      claim_email_sends: {
        Args: { batch: number; only_send?: string; same_key_is_safe: boolean; sender?: string };
        Returns: {
          body: string;
          campaign_id: string;
          contact_id: string;
          follows: Json;
          from_email: string;
          id: string;
          identity: Json;
          lease_token: string;
          recipient_email: string;
          recipient_name: string;
          step: number;
          subject: string;
          unsubscribe_token: string;
        }[];
      };
      claim_publication: { Args: { seen?: string }; Returns: Json };
      claim_seal_requests: { Args: { batch: number; seal?: string }; Returns: Json };
      claim_studio: { Args: { code: string }; Returns: string };
      claim_tour_links: {
        Args: { batch: number };
        Returns: {
          tour_id: string;
          url: string;
        }[];
      };
      close_assistant_call: {
        Args: { call: number; refusal: string; row_count: number };
        Returns: undefined;
      };
      close_assistant_draft: { Args: { closed?: boolean; draft: string }; Returns: boolean };
      close_personal_request: { Args: { reason?: string; request: string }; Returns: undefined };
      compare_send_mark: { Args: { numbers?: string[]; refusals?: string[]; seen: number }; Returns: Json };
      complete_contact: { Args: { contact_id: string; details?: Json }; Returns: string[] };
      contact_consents: { Args: { only_contact?: string }; Returns: Json };
      contact_last_sends: { Args: Record<PropertyKey, never>; Returns: Json };
      contact_recency: { Args: Record<PropertyKey, never>; Returns: Json };
      contact_template_values: { Args: { contact: string }; Returns: Json };
      contact_timeline: {
        Args: { contact: string };
        Returns: {
          detail: Json;
          happened_at: string;
          kind: string;
        }[];
      };
      contact_written_requests: { Args: Record<PropertyKey, never>; Returns: Json };
      contacts_of_segment: { Args: { segment: string }; Returns: Json };
      convert_quote_to_contact: {
        Args: { consent_wording?: string; contact_city: string; contact_region: string; quote_id: string };
        Returns: string;
      };
      correct_message: {
        Args: { correct_kind: Database['public']['Enums']['inbound_message_kind']; message: string };
        Returns: undefined;
      };
      correct_personal_record: {
        Args: { answer: Json; network_address: string; token: string };
        Returns: Json;
      };
      count_function_call: { Args: { function_name: string }; Returns: undefined };
      count_segment: { Args: { definition: Json }; Returns: Json };
      count_tour_view: { Args: { tour_id: string }; Returns: undefined };
      create_assistant_key: { Args: { days: number; name: string }; Returns: string };
      create_calendar_feed: { Args: Record<PropertyKey, never>; Returns: string };
      create_campaign: { Args: { contact_ids: string[]; details: Json }; Returns: string };
      create_invoice: {
        Args: { kind: Database['public']['Enums']['invoice_kind']; quote: string; share?: number };
        Returns: string;
      };
      create_quote: {
        Args: { new_id?: string; source?: string; source_id?: string; template?: string };
        Returns: string;
      };
      create_trip_from_quote: { Args: { quote: string }; Returns: string };
      credit_invoice: {
        Args: { amount?: number; credit: string; invoice: string; reason: string; waived?: boolean };
        Returns: string;
      };
      credit_totals: { Args: { amount?: number; invoice: string }; Returns: Json };
      dashboard_stats: {
        Args: Record<PropertyKey, never>;
        Returns: {
          campaigns: number;
          contacts: number;
          featured_tours: number;
          interested_contacts: number;
          new_contacts: number;
          new_quotes: number;
          next_trip_city: string;
          next_trip_id: string;
          next_trip_start: string;
          sent_emails: number;
          tags: number;
          templates: number;
          tours: number;
          trips: number;
          upcoming_trips: number;
          views: number;
        }[];
      };
      delete_from_trash: { Args: { ids: string[] }; Returns: string[] };
      discard_campaign_draft: { Args: { draft_id: string }; Returns: boolean };
      discard_message: { Args: { discarded?: boolean; message: string }; Returns: undefined };
      duplicate_quote: { Args: { new_id?: string; quote: string }; Returns: string };
      email_invoice: {
        Args: {
          confirmed?: number;
          invoice: string;
          message: string;
          message_body: string;
          message_subject: string;
          read_at: string;
        };
        Returns: string;
      };
      email_quote: {
        Args: {
          ground?: Database['public']['Enums']['lobbying_ground'];
          ground_reference?: string;
          message: string;
          message_body: string;
          message_subject: string;
          quote: string;
          read_at: string;
        };
        Returns: string;
      };
      embedding_rules: { Args: Record<PropertyKey, never>; Returns: Json };
      empty_demo_studio: { Args: Record<PropertyKey, never>; Returns: number };
      end_message_reading: { Args: { provider: string }; Returns: undefined };
      end_session: { Args: { session: string }; Returns: undefined };
      erase_as_asked: { Args: { request: string }; Returns: Json };
      erase_person: { Args: { contact: string }; Returns: Json };
      estimate_preview: { Args: Record<PropertyKey, never>; Returns: Json };
      expire_quotes: { Args: Record<PropertyKey, never>; Returns: number };
      export_person: { Args: { contact: string }; Returns: Json };
      file_message: { Args: { contact?: string; message: string; request?: string }; Returns: undefined };
      finish_email_send: {
        Args: {
          arrival_possible?: boolean;
          outcome: string;
          reason?: string;
          send_id: string;
          sent_as?: string;
          token: string;
          wait_seconds?: number;
        };
        Returns: boolean;
      };
      finish_next_action: { Args: { action: string; done?: boolean }; Returns: boolean };
      finish_notification: {
        Args: {
          arrival_possible?: boolean;
          notification_id: string;
          outcome: string;
          reason?: string;
          sent_as?: string;
          token: string;
          wait_seconds?: number;
        };
        Returns: boolean;
      };
      finish_prospect_generation: {
        Args: {
          generation_id: string;
          outcome: Database['public']['Enums']['generation_status'];
          said: string;
        };
        Returns: undefined;
      };
      finish_publication_attempt: {
        Args: { attempt: number; outcome: string; publication: string; why?: string };
        Returns: undefined;
      };
      finish_seal_request: {
        Args: {
          attempt: number;
          authority: string;
          gen_time?: string;
          seal: string;
          serial?: string;
          token?: string;
          why?: string;
        };
        Returns: boolean;
      };
      give_personal_consent: {
        Args: { details: string; label: string; network_address: string; token: string; version: string };
        Returns: Json;
      };
      gone_tours: { Args: { of_slug?: string }; Returns: Json };
      import_contacts: {
        Args: { block: Json; consent?: Json; dry_run?: boolean; list_source: string; mode?: string };
        Returns: Json;
      };
      import_municipalities: {
        Args: { dry_run?: boolean; places: Json; source: string; source_date?: string };
        Returns: {
          added: number;
          changed: number;
          missing: number;
          unchanged: number;
        }[];
      };
      import_tender_week: {
        Args: { file_name: string; first_day: string; last_day: string; notices: Json; releases: number };
        Returns: {
          added: number;
          changed: number;
          removed: number;
          unchanged: number;
        }[];
      };
      invite_member: {
        Args: { email: string; role: Database['public']['Enums']['user_role'] };
        Returns: string;
      };
      invoice_preview: { Args: { invoice: string }; Returns: Json };
      invoice_standings: {
        Args: { of_quote?: string; only_invoice?: string };
        Returns: {
          balance_cents: number;
          created_at: string;
          credited_cents: number;
          credits_id: string;
          credits_number: string;
          due_on: string;
          gst_cents: number;
          id: string;
          is_waived: boolean;
          issued_at: string;
          issued_on: string;
          kind: Database['public']['Enums']['invoice_kind'];
          number: string;
          organization_name: string;
          paid_cents: number;
          qst_cents: number;
          quote_id: string;
          quote_number: string;
          state: Database['public']['Enums']['invoice_state'];
          subject: string;
          taxable_cents: number;
          total_cents: number;
        }[];
      };
      invoice_to_print: { Args: { invoice: string }; Returns: Json };
      issue_invoice: { Args: { confirmed?: number; invoice: string; read_at: string }; Returns: string };
      keep_assistant_draft: { Args: { call: number; draft: Json }; Returns: string };
      keep_invoice_pdf: { Args: { invoice: string; sha256: string }; Returns: string };
      keep_quote_pdf: { Args: { quote: string; sha256: string }; Returns: string };
      known_organisations: { Args: { trip_id: string }; Returns: Json };
      lift_sending_hold: { Args: Record<PropertyKey, never>; Returns: boolean };
      lift_suppression: { Args: { consent: Json; contact: string; reason: string }; Returns: undefined };
      mark_campaign_sent: { Args: { campaign: string }; Returns: number };
      mark_replied: { Args: { replied?: boolean; send: string }; Returns: undefined };
      may_email: { Args: { at?: string; contact: string }; Returns: string };
      merge_contacts: { Args: { fields?: string[]; kept: string; merged: string }; Returns: undefined };
      merge_organisations: { Args: { fields?: string[]; kept: string; merged: string }; Returns: undefined };
      merge_tags: { Args: { kept: string; merged: string }; Returns: number };
      move_to_trash: {
        Args: { ids: string[]; kind: Database['public']['Enums']['trash_kind'] };
        Returns: number;
      };
      municipality_page: { Args: { municipality_code: string }; Returns: Json };
      municipality_relations: { Args: Record<PropertyKey, never>; Returns: Json };
      next_send_mark: { Args: Record<PropertyKey, never>; Returns: number };
      next_withdrawn_panoramas: { Args: { failed?: string; most?: number }; Returns: Json };
      note_quote_opened: { Args: { token: string }; Returns: Json };
      open_assistant_call: { Args: { arguments?: Json; key: string; tool?: string }; Returns: Json };
      organisation_page: { Args: { organisation: string }; Returns: Json };
      organisation_people: { Args: Record<PropertyKey, never>; Returns: Json };
      own_sessions: {
        Args: Record<PropertyKey, never>;
        Returns: {
          began_at: string;
          device: string;
          id: string;
          is_present: boolean;
          used_at: string;
        }[];
      };
      pause_campaign: { Args: { campaign: string }; Returns: boolean };
      person_to_print: { Args: { author: string; contact: string }; Returns: Json };
      personal_record: { Args: { network_address: string; token: string }; Returns: Json };
      place_survey_pictures: {
        Args: {
          clock_basis: Database['public']['Enums']['survey_clock_basis'];
          clock_offset_ms: number;
          clock_parts: Json;
          pictures: Json;
          survey_id: string;
        };
        Returns: number;
      };
      places_within: {
        Args: { latitude: number; longitude: number; radius_km: number };
        Returns: {
          approximate: boolean;
          code: string;
          designation: string;
          distance_km: number;
          kind: Database['public']['Enums']['municipality_kind'];
          latitude: number;
          longitude: number;
          mrc: string;
          name: string;
          official_email: string;
          phone: string;
          population: number;
          region: string;
          shore: string;
          source: string;
          source_date: string;
          website: string;
        }[];
      };
      plan_next_action: {
        Args: {
          due_on: string;
          due_time?: string;
          ground?: Database['public']['Enums']['lobbying_ground'];
          ground_reference?: string;
          kind?: Database['public']['Enums']['next_action_kind'];
          owner?: string;
          target: string;
          target_id: string;
          title: string;
        };
        Returns: string;
      };
      postpone_item: { Args: { kind: string; record_id: string; until: string }; Returns: undefined };
      postpone_next_action: { Args: { action: string; until: string }; Returns: boolean };
      prospect_relations: { Args: { trip_id: string }; Returns: Json };
      public_estimate: { Args: Record<PropertyKey, never>; Returns: Json };
      public_identity: { Args: Record<PropertyKey, never>; Returns: Json };
      public_profile: { Args: Record<PropertyKey, never>; Returns: Json };
      public_quote: { Args: { token: string }; Returns: Json };
      publish_survey: { Args: { slug: string; survey_id: string }; Returns: string };
      publish_tour: { Args: { read_at?: string; tour_id: string }; Returns: number };
      published_street: { Args: { slug: string }; Returns: Json };
      published_streets: {
        Args: Record<PropertyKey, never>;
        Returns: {
          captured_on: string;
          city: string;
          compared_on: string;
          name: string;
          slug: string;
        }[];
      };
      queue_daily_digests: { Args: Record<PropertyKey, never>; Returns: undefined };
      quote_accepts_by: { Args: { quote: string }; Returns: string };
      quote_lacks_ground: { Args: { quote: string }; Returns: boolean };
      quote_link: { Args: { quote: string }; Returns: string };
      quote_to_print: { Args: { quote: string }; Returns: Json };
      quote_totals_by_status: {
        Args: Record<PropertyKey, never>;
        Returns: {
          quotes: number;
          status: Database['public']['Enums']['quote_status'];
          total_cents: number;
        }[];
      };
      quote_without_pdf: { Args: Record<PropertyKey, never>; Returns: Json };
      reapply_suppressions: { Args: { addresses: string[]; is_complete?: boolean }; Returns: Json };
      receive_message: { Args: { message: Json }; Returns: Json };
      receive_quote_request: { Args: { network_address: string; request: Json }; Returns: undefined };
      recent_activity: {
        Args: { only_kind?: string; only_record?: string };
        Returns: {
          action: Database['public']['Enums']['activity_action'];
          actor_email: string;
          created_at: string;
          fields: string[];
          id: number;
          kind: string;
          record_count: number;
          record_id: string;
        }[];
      };
      record_bounce: { Args: { detail?: string; send: string }; Returns: undefined };
      record_dispatch: {
        Args: { error?: string; summary: Json; transport: Database['public']['Enums']['mail_transport'] };
        Returns: undefined;
      };
      record_email_event: {
        Args: {
          detail?: string;
          event_id: string;
          internet_message?: string;
          kind: Database['public']['Enums']['email_event_kind'];
          occurred_at: string;
          provider_message: string;
          send: string;
        };
        Returns: boolean;
      };
      record_paper_acceptance: { Args: { answer: Json; quote: string; reason: string }; Returns: undefined };
      record_payment: {
        Args: {
          amount: number;
          invoice: string;
          method: Database['public']['Enums']['payment_method'];
          payment: string;
          received_on: string;
          reference?: string;
        };
        Returns: undefined;
      };
      record_picture_hashes: { Args: { hashes: Json; survey_id: string }; Returns: number };
      record_quote_answer: {
        Args: { answer: Database['public']['Enums']['quote_status']; quote: string; reason: string };
        Returns: undefined;
      };
      record_sender_test: { Args: { sender: string }; Returns: undefined };
      record_tour_link: {
        Args: { answered?: number; asked: string; tour: string; why?: string };
        Returns: undefined;
      };
      refuse_quote: { Args: { reason: string; refuser: string; token: string }; Returns: Json };
      release_overpass_slot: { Args: { caller: string; pause_seconds: number }; Returns: undefined };
      remind_invoice: {
        Args: { invoice: string; message: string; message_body: string; message_subject: string };
        Returns: undefined;
      };
      remove_campaign_recipient: { Args: { removed?: boolean; send: string }; Returns: undefined };
      remove_member: { Args: { member: string }; Returns: undefined };
      remove_next_action: { Args: { action: string }; Returns: boolean };
      reorder_tags: { Args: { ids: string[] }; Returns: undefined };
      report_prospect_generation: {
        Args: {
          current_step: Database['public']['Enums']['generation_step'];
          found_so_far: number;
          generation_id: string;
        };
        Returns: boolean;
      };
      request_personal_link: { Args: { email: string; network_address: string }; Returns: Json };
      request_publication: { Args: { person: string }; Returns: string };
      request_seal_stamps: { Args: { seal: string }; Returns: undefined };
      require_recent_sign_in: { Args: Record<PropertyKey, never>; Returns: undefined };
      reschedule_campaign: { Args: { campaign: string; new_date: string }; Returns: undefined };
      resend_invitation: { Args: { invitation: string }; Returns: undefined };
      resolve_uncertain_send: { Args: { arrived: boolean; send: string }; Returns: undefined };
      restore_from_trash: { Args: { ids: string[] }; Returns: Json };
      restore_review: { Args: Record<PropertyKey, never>; Returns: Json };
      resume_campaign: { Args: { campaign: string; despite_reputation?: boolean }; Returns: boolean };
      retention_preview: { Args: { prospects_months: number; quotes_months: number }; Returns: Json };
      retry_failed_sends: { Args: { campaign: string }; Returns: number };
      retry_notification: { Args: { notification_id: string }; Returns: boolean };
      revise_quote: { Args: { quote: string }; Returns: string };
      revoke_assistant_key: { Args: { key_id: string }; Returns: undefined };
      revoke_calendar_feed: { Args: Record<PropertyKey, never>; Returns: undefined };
      rewrite_campaign: {
        Args: { body: string; campaign: string; steps: Json; subject: string };
        Returns: undefined;
      };
      save_answer_draft: {
        Args: { message: string; reply: string; reply_body: string; reply_subject: string };
        Returns: boolean;
      };
      save_campaign_draft: { Args: { content: Json; draft_id: string; title: string }; Returns: boolean };
      save_panorama_tour_draft: {
        Args: { document: Json; read_at?: string; tour_id: string };
        Returns: string;
      };
      save_reply_draft: {
        Args: { files?: Json; quote: string; reply: string; reply_body: string; reply_subject: string };
        Returns: boolean;
      };
      save_tour: {
        Args: {
          captured_on?: string;
          client_name?: string;
          delivered?: string;
          description?: string;
          image_url?: string;
          is_featured: boolean;
          location?: string;
          need?: string;
          new_id?: string;
          panorama_count?: number;
          panorama_url?: string;
          read_at?: string;
          result?: string;
          slug: string;
          status: Database['public']['Enums']['tour_status'];
          tag_ids: string[];
          title: string;
          tour_id?: string;
          url: string;
        };
        Returns: string;
      };
      save_trip_plan: {
        Args: {
          city: string;
          client_name?: string;
          description?: string;
          end_date: string;
          job_type: Database['public']['Enums']['trip_job_type'];
          latitude?: number;
          longitude?: number;
          municipality_code?: string;
          radius_km: number;
          read_at?: string;
          region: string;
          start_date: string;
          status: Database['public']['Enums']['trip_status'];
          tag_ids: string[];
          trip_plan_id?: string;
        };
        Returns: string;
      };
      seal_survey: { Args: { leaves: string[]; survey_id: string }; Returns: string };
      search_everything: {
        Args: { per_kind?: number; query: string };
        Returns: {
          detail: string;
          excerpt: string;
          id: string;
          kind: string;
          score: number;
          target: string;
          target_id: string;
          title: string;
        }[];
      };
      send_personal_link: { Args: { contact: string }; Returns: undefined };
      send_quote: {
        Args: {
          ground?: Database['public']['Enums']['lobbying_ground'];
          ground_reference?: string;
          quote: string;
          read_at: string;
        };
        Returns: string;
      };
      send_quote_code: { Args: { token: string }; Returns: Json };
      send_reply: {
        Args: { files?: Json; quote: string; reply: string; reply_body: string; reply_subject: string };
        Returns: string;
      };
      sender_reputation: { Args: Record<PropertyKey, never>; Returns: Json };
      sending_state: { Args: Record<PropertyKey, never>; Returns: Json };
      set_contact_status: {
        Args: { contact_ids: string[]; status: Database['public']['Enums']['contact_status'] };
        Returns: number;
      };
      set_daily_digest: { Args: { wanted: boolean }; Returns: undefined };
      set_member_role: {
        Args: { member: string; new_role: Database['public']['Enums']['user_role'] };
        Returns: undefined;
      };
      set_quote_form_proof: { Args: { is_needed: boolean }; Returns: undefined };
      set_tours_status: {
        Args: { ids: string[]; status: Database['public']['Enums']['tour_status'] };
        Returns: number;
      };
      settle_removal: { Args: { message: string }; Returns: undefined };
      setup_state: { Args: Record<PropertyKey, never>; Returns: Json };
      site_clock: { Args: Record<PropertyKey, never>; Returns: string };
      start_full_export: { Args: Record<PropertyKey, never>; Returns: Json };
      start_prospect_generation: { Args: { trip_id: string }; Returns: Json };
      stop_followups: { Args: { campaign: string; send?: string; stopped?: boolean }; Returns: undefined };
      store_overpass_answer: { Args: { found: Json; query_key: string }; Returns: undefined };
      store_prospects: { Args: { generation_id: string; prospects: Json }; Returns: number };
      studio_around: { Args: { latitude: number; longitude: number; radius_km: number }; Returns: Json };
      studio_is_unclaimed: { Args: Record<PropertyKey, never>; Returns: boolean };
      suppress_address: {
        Args: { address: string; reason: Database['public']['Enums']['suppression_reason'] };
        Returns: boolean;
      };
      suppress_contact: { Args: { contact: string }; Returns: undefined };
      survey_counts: {
        Args: Record<PropertyKey, never>;
        Returns: {
          kept: number;
          pictures: number;
          previews: number;
          reviewed: number;
          survey_id: string;
        }[];
      };
      survey_report: { Args: { seal: string }; Returns: Json };
      take_back_reply: { Args: { reply: string }; Returns: boolean };
      take_overpass_slot: { Args: { caller: string }; Returns: boolean };
      team_members: {
        Args: Record<PropertyKey, never>;
        Returns: {
          email: string;
          last_sign_in_at: string;
          role: Database['public']['Enums']['user_role'];
          since: string;
          user_id: string;
        }[];
      };
      today_items: {
        Args: Record<PropertyKey, never>;
        Returns: {
          amount: number;
          detail: string;
          due_at: string;
          kind: string;
          owner: string;
          phone: string;
          postponed_until: string;
          record_id: string;
          target: string;
          target_id: string;
          title: string;
          urgency: number;
        }[];
      };
      today_preferences: { Args: Record<PropertyKey, never>; Returns: Json };
      tour_places: { Args: Record<PropertyKey, never>; Returns: Json };
      trip_plan_counts: {
        Args: Record<PropertyKey, never>;
        Returns: {
          contacts: number;
          pending: number;
          prospects: number;
          trip_plan_id: string;
        }[];
      };
      trip_sheet: { Args: { trip_id: string }; Returns: Json };
      undo_payment: { Args: { payment: string }; Returns: boolean };
      undo_rejection: { Args: { prospect_id: string }; Returns: undefined };
      undo_status: { Args: { before: Json; given: string; kind: string }; Returns: number };
      unsubscribe: { Args: { token: string }; Returns: boolean };
      unsubscribe_page: { Args: { token: string }; Returns: Json };
      unused_delivery_files: { Args: Record<PropertyKey, never>; Returns: string[] };
      unused_inbound_files: { Args: Record<PropertyKey, never>; Returns: string[] };
      unused_panorama_files: {
        Args: Record<PropertyKey, never>;
        Returns: {
          bucket: string;
          name: string;
        }[];
      };
      unused_quote_files: { Args: Record<PropertyKey, never>; Returns: string[] };
      unused_request_files: { Args: Record<PropertyKey, never>; Returns: string[] };
      unused_survey_files: {
        Args: Record<PropertyKey, never>;
        Returns: {
          bucket: string;
          name: string;
        }[];
      };
      unused_tour_images: { Args: { candidates?: string[] }; Returns: string[] };
      unused_trip_photo_files: { Args: Record<PropertyKey, never>; Returns: string[] };
      views_by_month: {
        Args: Record<PropertyKey, never>;
        Returns: {
          month: string;
          views: number;
        }[];
      };
      withdraw_invitation: { Args: { invitation: string }; Returns: undefined };
      withdraw_personal_consent: { Args: { network_address: string; token: string }; Returns: Json };
      withdraw_survey: { Args: { survey_id: string }; Returns: undefined };
      withdraw_tour: { Args: { tour_id: string }; Returns: undefined };
    };
    Enums: {
      acceptance_authority: 'resolution' | 'delegation' | 'personal';
      acceptance_method: 'online' | 'paper';
      activity_action: 'created' | 'updated' | 'deleted' | 'restored';
      campaign_status: 'brouillon' | 'programmé' | 'en_cours' | 'terminé';
      consent_basis:
        | 'express'
        | 'inquiry'
        | 'purchase'
        | 'contract'
        | 'published'
        | 'disclosed'
        | 'referral'
        | 'none'
        | 'withdrawn'
        | 'unverified'
        | 'no_solicitation';
      contact_activity_kind: 'appel' | 'rencontre' | 'note';
      contact_event_kind: 'status' | 'imported' | 'completed';
      contact_function:
        | 'direction-générale'
        | 'greffe'
        | 'communications'
        | 'loisirs'
        | 'urbanisme'
        | 'mairie'
        | 'autre';
      contact_status: 'nouveau' | 'contacté' | 'intéressé' | 'partenaire' | 'refusé';
      discount_kind: 'aucun' | 'montant' | 'pourcentage';
      email_event_kind:
        | 'sent'
        | 'delivered'
        | 'delayed'
        | 'bounced'
        | 'soft_bounced'
        | 'complained'
        | 'opened'
        | 'clicked'
        | 'failed'
        | 'suppressed';
      estimate_basis: 'scene' | 'kilometre' | 'jour' | 'projet' | 'deplacement';
      generation_status: 'running' | 'finished' | 'failed';
      generation_step: 'registers' | 'businesses' | 'ranking' | 'saving';
      hold_origin: 'restore' | 'mark';
      inbound_match: 'token' | 'thread' | 'sender' | 'person';
      inbound_message_kind: 'reply' | 'absence' | 'bounce' | 'removal' | 'automatic';
      invoice_kind: 'deposit' | 'progress' | 'balance' | 'credit';
      invoice_state: 'brouillon' | 'émise' | 'partiellement payée' | 'payée' | 'en retard' | 'créditée';
      lobbying_ground: 'written_request' | 'public_call' | 'award' | 'mandate';
      mail_transport: 'smtp' | 'resend';
      municipality_kind: 'municipalité' | 'mrc';
      next_action_kind: 'appeler';
      notification_kind:
        | 'admin_notice'
        | 'acknowledgement'
        | 'reply'
        | 'quote'
        | 'quote_code'
        | 'quote_question'
        | 'quote_refused'
        | 'quote_accepted'
        | 'quote_signed'
        | 'campaign_alert'
        | 'invoice'
        | 'invoice_reminder'
        | 'personal_link'
        | 'invitation'
        | 'daily_digest';
      notification_state: 'brouillon' | 'en_attente' | 'envoyé' | 'échec' | 'incertain' | 'retenu';
      organisation_kind: 'municipalité' | 'mrc' | 'organisme-public' | 'entreprise' | 'autre';
      organization_type: 'municipalite' | 'mrc' | 'ville' | 'organisme-public' | 'autre';
      payment_method: 'cheque' | 'transfer' | 'cash' | 'other';
      personal_request_kind: 'correction' | 'erasure';
      privacy_register_kind: 'export' | 'erasure' | 'retention' | 'full_export';
      prospect_origin: 'mamh' | 'osm';
      prospect_status: 'pending' | 'accepted' | 'rejected';
      publication_state: 'en_file' | 'en_cours' | 'publié' | 'échec';
      quote_decider: 'council' | 'person';
      quote_event_kind:
        | 'created'
        | 'revised'
        | 'sent'
        | 'opened'
        | 'question'
        | 'accepted'
        | 'refused'
        | 'reopened'
        | 'expired'
        | 'replaced'
        | 'cancelled'
        | 'note';
      quote_status: 'brouillon' | 'envoyé' | 'accepté' | 'refusé' | 'expiré' | 'remplacé' | 'annulé';
      request_event_kind: 'status' | 'outcome';
      request_note_kind: 'note' | 'received';
      request_outcome: 'gagnée' | 'perdue';
      request_outcome_reason: 'prix' | 'delai' | 'concurrent' | 'budget' | 'sans_suite' | 'autre';
      request_status: 'nouveau' | 'en_cours' | 'répondu' | 'archivé';
      saved_view_list:
        | 'tours'
        | 'contacts'
        | 'quote_requests'
        | 'trip_plans'
        | 'campaigns'
        | 'email_templates'
        | 'quotes'
        | 'municipalities'
        | 'invoices';
      sector:
        | 'hôtellerie'
        | 'immobilier'
        | 'tourisme'
        | 'commerce'
        | 'restaurant'
        | 'municipalité'
        | 'mrc'
        | 'organisme-public'
        | 'autre';
      segment_rhythm: 'une_fois_an' | 'deux_fois_an' | 'chaque_trimestre';
      send_status: 'programmé' | 'brouillon' | 'envoyé' | 'échec' | 'incertain' | 'annulé';
      sender_check: 'pass' | 'fail' | 'unknown';
      service_type:
        | 'visite-virtuelle'
        | 'street-view'
        | 'pre-deneigement'
        | 'infrastructure'
        | 'evenement'
        | 'autre';
      site_service:
        | 'infrastructures'
        | 'patrimoine'
        | 'developpement'
        | 'commerces'
        | 'street-view'
        | 'deneigement'
        | 'nature'
        | 'evenements';
      suppression_reason: 'unsubscribed' | 'bounced' | 'complained' | 'manual' | 'erased';
      survey_clock_basis: 'camera' | 'earlier' | 'spacing' | 'hand';
      survey_heading_reference: 'vrai' | 'magnétique';
      survey_heading_source: 'trace' | 'appareil' | 'main' | 'appariement';
      survey_left_out: 'sans-position' | 'stationnement' | 'double' | 'main';
      survey_pair_state: 'à voir' | 'vu';
      survey_place_source: 'trace' | 'appareil' | 'main';
      survey_time_source: 'appareil' | 'trace' | 'main';
      survey_time_tag: 'DateTimeOriginal' | 'CreateDate' | 'GPSDateStamp';
      survey_zone_tag: 'OffsetTimeOriginal' | 'OffsetTimeDigitized' | 'OffsetTime' | 'GPSDateStamp';
      tax_status: 'registered' | 'small_supplier';
      template_tone: 'professionnel' | 'décontracté' | 'persuasif' | 'amical';
      tender_signal_kind: 'appel' | 'contrat';
      tour_status: 'published' | 'draft' | 'archived';
      trash_kind:
        | 'virtual_tours'
        | 'organisations'
        | 'contacts'
        | 'trip_plans'
        | 'quote_requests'
        | 'quotes'
        | 'email_templates'
        | 'surveys'
        | 'invoices';
      trip_job_type: 'visite_virtuelle' | 'street_view' | 'photo' | 'autre';
      trip_status: 'planifié' | 'confirmé' | 'terminé' | 'annulé';
      user_role: 'admin' | 'reader';
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema['Enums']
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {
      acceptance_authority: ['resolution', 'delegation', 'personal'],
      acceptance_method: ['online', 'paper'],
      activity_action: ['created', 'updated', 'deleted', 'restored'],
      campaign_status: ['brouillon', 'programmé', 'en_cours', 'terminé'],
      consent_basis: [
        'express',
        'inquiry',
        'purchase',
        'contract',
        'published',
        'disclosed',
        'referral',
        'none',
        'withdrawn',
        'unverified',
        'no_solicitation',
      ],
      contact_activity_kind: ['appel', 'rencontre', 'note'],
      contact_event_kind: ['status', 'imported', 'completed'],
      contact_function: [
        'direction-générale',
        'greffe',
        'communications',
        'loisirs',
        'urbanisme',
        'mairie',
        'autre',
      ],
      contact_status: ['nouveau', 'contacté', 'intéressé', 'partenaire', 'refusé'],
      discount_kind: ['aucun', 'montant', 'pourcentage'],
      email_event_kind: [
        'sent',
        'delivered',
        'delayed',
        'bounced',
        'soft_bounced',
        'complained',
        'opened',
        'clicked',
        'failed',
        'suppressed',
      ],
      estimate_basis: ['scene', 'kilometre', 'jour', 'projet', 'deplacement'],
      generation_status: ['running', 'finished', 'failed'],
      generation_step: ['registers', 'businesses', 'ranking', 'saving'],
      hold_origin: ['restore', 'mark'],
      inbound_match: ['token', 'thread', 'sender', 'person'],
      inbound_message_kind: ['reply', 'absence', 'bounce', 'removal', 'automatic'],
      invoice_kind: ['deposit', 'progress', 'balance', 'credit'],
      invoice_state: ['brouillon', 'émise', 'partiellement payée', 'payée', 'en retard', 'créditée'],
      lobbying_ground: ['written_request', 'public_call', 'award', 'mandate'],
      mail_transport: ['smtp', 'resend'],
      municipality_kind: ['municipalité', 'mrc'],
      next_action_kind: ['appeler'],
      notification_kind: [
        'admin_notice',
        'acknowledgement',
        'reply',
        'quote',
        'quote_code',
        'quote_question',
        'quote_refused',
        'quote_accepted',
        'quote_signed',
        'campaign_alert',
        'invoice',
        'invoice_reminder',
        'personal_link',
        'invitation',
        'daily_digest',
      ],
      notification_state: ['brouillon', 'en_attente', 'envoyé', 'échec', 'incertain', 'retenu'],
      organisation_kind: ['municipalité', 'mrc', 'organisme-public', 'entreprise', 'autre'],
      organization_type: ['municipalite', 'mrc', 'ville', 'organisme-public', 'autre'],
      payment_method: ['cheque', 'transfer', 'cash', 'other'],
      personal_request_kind: ['correction', 'erasure'],
      privacy_register_kind: ['export', 'erasure', 'retention', 'full_export'],
      prospect_origin: ['mamh', 'osm'],
      prospect_status: ['pending', 'accepted', 'rejected'],
      publication_state: ['en_file', 'en_cours', 'publié', 'échec'],
      quote_decider: ['council', 'person'],
      quote_event_kind: [
        'created',
        'revised',
        'sent',
        'opened',
        'question',
        'accepted',
        'refused',
        'reopened',
        'expired',
        'replaced',
        'cancelled',
        'note',
      ],
      quote_status: ['brouillon', 'envoyé', 'accepté', 'refusé', 'expiré', 'remplacé', 'annulé'],
      request_event_kind: ['status', 'outcome'],
      request_note_kind: ['note', 'received'],
      request_outcome: ['gagnée', 'perdue'],
      request_outcome_reason: ['prix', 'delai', 'concurrent', 'budget', 'sans_suite', 'autre'],
      request_status: ['nouveau', 'en_cours', 'répondu', 'archivé'],
      saved_view_list: [
        'tours',
        'contacts',
        'quote_requests',
        'trip_plans',
        'campaigns',
        'email_templates',
        'quotes',
        'municipalities',
        'invoices',
      ],
      sector: [
        'hôtellerie',
        'immobilier',
        'tourisme',
        'commerce',
        'restaurant',
        'municipalité',
        'mrc',
        'organisme-public',
        'autre',
      ],
      segment_rhythm: ['une_fois_an', 'deux_fois_an', 'chaque_trimestre'],
      send_status: ['programmé', 'brouillon', 'envoyé', 'échec', 'incertain', 'annulé'],
      sender_check: ['pass', 'fail', 'unknown'],
      service_type: [
        'visite-virtuelle',
        'street-view',
        'pre-deneigement',
        'infrastructure',
        'evenement',
        'autre',
      ],
      site_service: [
        'infrastructures',
        'patrimoine',
        'developpement',
        'commerces',
        'street-view',
        'deneigement',
        'nature',
        'evenements',
      ],
      suppression_reason: ['unsubscribed', 'bounced', 'complained', 'manual', 'erased'],
      survey_clock_basis: ['camera', 'earlier', 'spacing', 'hand'],
      survey_heading_reference: ['vrai', 'magnétique'],
      survey_heading_source: ['trace', 'appareil', 'main', 'appariement'],
      survey_left_out: ['sans-position', 'stationnement', 'double', 'main'],
      survey_pair_state: ['à voir', 'vu'],
      survey_place_source: ['trace', 'appareil', 'main'],
      survey_time_source: ['appareil', 'trace', 'main'],
      survey_time_tag: ['DateTimeOriginal', 'CreateDate', 'GPSDateStamp'],
      survey_zone_tag: ['OffsetTimeOriginal', 'OffsetTimeDigitized', 'OffsetTime', 'GPSDateStamp'],
      tax_status: ['registered', 'small_supplier'],
      template_tone: ['professionnel', 'décontracté', 'persuasif', 'amical'],
      tender_signal_kind: ['appel', 'contrat'],
      tour_status: ['published', 'draft', 'archived'],
      trash_kind: [
        'virtual_tours',
        'organisations',
        'contacts',
        'trip_plans',
        'quote_requests',
        'quotes',
        'email_templates',
        'surveys',
        'invoices',
      ],
      trip_job_type: ['visite_virtuelle', 'street_view', 'photo', 'autre'],
      trip_status: ['planifié', 'confirmé', 'terminé', 'annulé'],
      user_role: ['admin', 'reader'],
    },
  },
} as const;
